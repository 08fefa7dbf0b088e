#include "index/store/stored_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "index/writer/stored_writer.h"
#include "io/byte_buffer.h"
#include "io/compress/text_dictionary.h"
#include "io/error.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"
#include "text/varint.h"

namespace wax::index {
namespace {

using tests::TempDir;
using TestValue = std::tuple<uint32_t, StoredAs, std::string>;
using TestRow = std::vector<TestValue>;

TestRow random_row(std::mt19937& random) {
  TestRow row;
  for (auto left = random() % 5; left > 0; --left) {
    auto as = static_cast<StoredAs>(random() % 6);
    size_t size = random() % (as == StoredAs::kLong ? 5000 : 40);
    if (as == StoredAs::kSha1) size = 20;
    if (as == StoredAs::kLucene) size = 0;
    std::string bytes(size, 'a');
    for (char& byte : bytes) byte = static_cast<char>(random() % 256);
    row.emplace_back(static_cast<uint32_t>(random() % 300), as, bytes);
  }
  return row;
}

void write_rows(const std::string& path, const std::vector<TestRow>& rows) {
  StoredBlocks blocks;
  StoredBlockMaker maker;
  maker.begin(nullptr, blocks);
  for (const TestRow& row : rows) {
    for (const auto& [field, as, bytes] : row) {
      if (as == StoredAs::kText) maker.add_text(field, bytes);
      if (as == StoredAs::kBinary) maker.add_binary(field, bytes);
      if (as == StoredAs::kDates) maker.add_dates(field, bytes);
      if (as == StoredAs::kSha1) maker.add_sha1(field, bytes);
      if (as == StoredAs::kLong) maker.add_long(field, bytes);
      if (as == StoredAs::kLucene) maker.add_lucene(field);
    }
    maker.end_document();
  }
  maker.finish();
  StoredFileWriter file(path);
  file.add(blocks);
  file.finish(static_cast<uint32_t>(rows.size()));
}

std::vector<TestRow> some_rows(unsigned seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<TestRow> rows;
  while (rows.size() < count) rows.push_back(random_row(random));
  return rows;
}

StoredFile opened(const std::string& path, size_t documents) {
  return {std::make_shared<io::MappedFile>(path, nullptr),
          static_cast<uint32_t>(documents)};
}

bool any_field(uint32_t) { return true; }

TestRow read_row(const StoredFile& file, uint32_t document,
                 KeptDocuments* kept = nullptr) {
  TestRow row;
  file.values(
      document, nullptr, any_field,
      [&](uint32_t field, StoredAs as, std::string_view bytes) {
        row.emplace_back(field, as, bytes);
      },
      kept);
  return row;
}

TEST(StoredFileTest, ValuesOfAnyDocumentComeBackInTheirOrder) {
  TempDir folder;
  for (size_t count : {0, 1, 32, 33, 400}) {
    std::vector<TestRow> rows = some_rows(static_cast<unsigned>(count), count);
    write_rows(folder / "stored", rows);
    StoredFile file = opened(folder / "stored", count);
    std::mt19937 random(1);
    for (size_t i = 0; i < 2 * count; ++i) {
      auto n = static_cast<uint32_t>(i < count ? i : random() % count);
      ASSERT_TRUE(read_row(file, n) == rows[n]) << n;
    }
  }
}

TEST(StoredFileTest, KeptValuesAreThoseOfTheFile) {
  TempDir folder;
  std::vector<TestRow> rows = some_rows(3, 100);
  write_rows(folder / "stored", rows);
  write_rows(folder / "other", some_rows(4, 100));
  for (uint64_t most : {0, 20'000, 10'000'000}) {
    KeptDocuments kept(most);
    {
      StoredFile file = opened(folder / "stored", rows.size());
      for (uint32_t n = 0; n < 300; ++n) {
        ASSERT_TRUE(read_row(file, n % 100, &kept) == rows[n % 100]) << n;
        ASSERT_LE(kept.memory(), most);
      }
    }
    // Another file, and the same one opened again, are not mixed up with it.
    StoredFile other = opened(folder / "other", rows.size());
    ASSERT_TRUE(read_row(other, 5, &kept) == read_row(other, 5));
    StoredFile again = opened(folder / "stored", rows.size());
    ASSERT_TRUE(read_row(again, 5, &kept) == rows[5]);
  }
}

TEST(StoredFileTest, WhatIsNotWantedAtFirstIsKept) {
  TempDir folder;
  write_rows(folder / "stored",
             {{{1, StoredAs::kText, "one"}, {2, StoredAs::kLong, "text"}}});
  StoredFile file = opened(folder / "stored", 1);
  KeptDocuments kept(10'000);
  std::string found;
  auto use = [&](uint32_t, StoredAs, std::string_view bytes) {
    found += bytes;
  };
  auto first = [](uint32_t n) { return n == 1; };
  file.values(0, nullptr, first, use, &kept);
  EXPECT_EQ(kept.memory(), 0U);
  file.values(0, nullptr, first, use, &kept);
  EXPECT_GT(kept.memory(), 0U);
  EXPECT_EQ(found, "oneone");
  file.values(
      0, nullptr, [](uint32_t n) { return n == 2; }, use, &kept);
  EXPECT_EQ(found, "oneonetext");
}

TEST(StoredFileTest, OtherDocumentsMayBeReadMeanwhile) {
  TempDir folder;
  std::vector<TestRow> rows = some_rows(7, 100);
  write_rows(folder / "stored", rows);
  StoredFile file = opened(folder / "stored", rows.size());
  for (uint32_t n = 0; n < rows.size(); ++n) {
    TestRow row;
    file.values(n, nullptr, any_field,
                [&](uint32_t field, StoredAs as, std::string_view bytes) {
                  uint32_t other = (n + 37) % 100;
                  EXPECT_TRUE(read_row(file, other) == rows[other]);
                  row.emplace_back(field, as, bytes);
                });
    EXPECT_TRUE(row == rows[n]) << n;
  }
}

TEST(StoredFileTest, OnlyWantedFieldsAreGiven) {
  TempDir folder;
  write_rows(folder / "stored", {{{1, StoredAs::kLong, "text"},
                                  {2, StoredAs::kText, "two"},
                                  {1, StoredAs::kText, "one"},
                                  {2, StoredAs::kLong, "more"}}});
  std::string found;
  opened(folder / "stored", 1)
      .values(
          0, nullptr, [](uint32_t field) { return field == 2; },
          [&](uint32_t, StoredAs, std::string_view bytes) { found += bytes; });
  EXPECT_EQ(found, "twomore");
}

TEST(StoredFileTest, DamageIsAnErrorThatNamesTheFile) {
  TempDir folder;
  std::vector<TestRow> rows = some_rows(3, 60);
  std::string path = folder / "stored";
  write_rows(path, rows);
  std::string whole = tests::read_file(path);
  std::mt19937 random(5);
  size_t errors = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::string bad = whole;
    if (trial % 4 == 3) {
      bad.resize(random() % bad.size());
    } else {
      size_t at = trial % 4 == 2 ? bad.size() - 1 - random() % 60
                                 : random() % bad.size();
      bad[at] ^= static_cast<char>(1 + random() % 255);
    }
    folder.write("stored", bad);
    try {
      StoredFile file = opened(path, rows.size());
      for (uint32_t n = 0; n < rows.size(); ++n) (void)read_row(file, n);
    } catch (const FormatError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(path));
      ++errors;
    }
  }
  EXPECT_GT(errors, 100U);
}

// The numbers before the rows of a block, and what follows them.
struct BlockNumbers {
  std::vector<uint64_t> numbers;
  std::string_view rest;
};

BlockNumbers numbers_of_block(std::string_view bytes) {
  BlockNumbers block;
  block.rest = bytes;
  auto take = [&] {
    uint64_t number = 0;
    EXPECT_TRUE(text::take_number(block.rest, number));
    block.numbers.push_back(number);
    return number;
  };
  constexpr size_t kOfGroups =
      4 * (StoredFile::kDocuments / StoredFile::kGroup);
  while (block.numbers.size() < kOfGroups) (void)take();
  for (uint64_t left = 2 * take(); left > 0; --left) (void)take();
  return block;
}

TEST(StoredFileTest, LongNumbersForSizesAreErrors) {
  TempDir folder;
  const std::vector<TestRow> rows = some_rows(11, StoredFile::kDocuments);
  const std::string path = folder / "stored";
  write_rows(path, rows);
  const std::string whole = tests::read_file(path);
  const size_t list = whole.size() - StoredFile::kEnd - 8;
  const auto [numbers, rest] = numbers_of_block(std::string_view(whole).substr(
      StoredFile::kMark.size(), list - StoredFile::kMark.size()));
  ASSERT_GT(numbers.size(), 18U);
  // Writes the file with other numbers, and reads all of it.
  auto is_read = [&, rest = rest](const std::vector<std::string>& others) {
    std::string bad(StoredFile::kMark);
    for (const std::string& number : others) bad += number;
    bad += rest;
    io::ByteBuffer end;
    end.append_fixed(StoredFile::kMark.size(), 8);
    end.append_fixed(rows.size(), 4);
    end.append_fixed(bad.size(), 8);
    folder.write("stored", bad.append(end.view()));
    try {
      const StoredFile file = opened(path, rows.size());
      for (uint32_t n = 0; n < rows.size(); ++n) (void)read_row(file, n);
    } catch (const FormatError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(path));
      return false;
    }
    return true;
  };
  auto vint = [](uint64_t number) {
    std::string bytes;
    text::append_number(number, bytes);
    return bytes;
  };
  std::vector<std::string> good;
  for (uint64_t number : numbers) good.push_back(vint(number));
  EXPECT_TRUE(is_read(good));
  constexpr uint64_t kLong[] = {uint64_t{1} << 31, UINT32_MAX,
                                uint64_t{1} << 62, uint64_t{1} << 63,
                                UINT64_MAX - 1,    UINT64_MAX};
  for (size_t i = 0; i < numbers.size(); ++i) {
    std::vector<std::string> others = good;
    others[i] = std::string(10, '\xFF') + '\x01';  // of more than 64 bits
    EXPECT_FALSE(is_read(others)) << i;
    for (uint64_t number : kLong) {
      others = good;
      others[i] = vint(number);
      EXPECT_FALSE(is_read(others)) << i << ": " << number;
      // The sum of two is as before.
      const size_t other = (i + 4) % numbers.size();
      others[other] = vint(numbers[other] - (number - numbers[i]));
      EXPECT_FALSE(is_read(others)) << i << ": " << number;
    }
  }
}

TEST(StoredFileTest, FilesOfOtherFormatsAreToBeMadeAgain) {
  TempDir folder;
  write_rows(folder / "stored", some_rows(1, 20));
  const std::string bytes =
      io::read_all(*io::open_file(folder / "stored"), 1 << 20);
  for (const char* mark :
       {"wax-stored 1\n", "wax-stored 2\n", "wax-stored 4\n"}) {
    folder.write("other", mark + bytes.substr(StoredFile::kMark.size()));
    try {
      (void)opened(folder / "other", 20);
      ADD_FAILURE() << mark;
    } catch (const IndexToMakeAgain& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("make the index again"));
    }
  }
}

TEST(StoredFileTest, AFileOfAnotherNumberOfDocumentsIsRefused) {
  TempDir folder;
  write_rows(folder / "stored", some_rows(1, 20));
  EXPECT_THROW(opened(folder / "stored", 21), FormatError);
  folder.write("stored", "wax-stored 9\nof a later version of the program");
  EXPECT_THROW(opened(folder / "stored", 20), FormatError);
}

}  // namespace
}  // namespace wax::index
