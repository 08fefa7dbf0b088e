#include "io/mapped_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <string>
#include <vector>

#include "io/crc32.h"
#include "io/error.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

using tests::TempDir;

TEST(MappedFileTest, NumbersAreReadOneBehindTheOther) {
  TempDir folder;
  std::string bytes("\x05\x81\x01\0\0\1\2\0\0\0\0\0\0\1\0ab", 17);
  MappedFile file(folder.write("f", bytes), nullptr);
  ByteCursor in({&file, 0, file.size()});
  EXPECT_EQ(in.byte(), 5);
  EXPECT_EQ(in.vint(), 129U);
  EXPECT_EQ(in.fixed_int(), 258U);
  EXPECT_EQ(in.fixed_long(), 256U);
  EXPECT_EQ(in.bytes(2), "ab");
  EXPECT_EQ(in.left(), 0U);
  EXPECT_THROW((void)in.byte(), FormatError);
}

TEST(MappedFileTest, NumbersAreSkippedAsTheyAreRead) {
  TempDir folder;
  std::mt19937_64 random(tests::seed_of_test());
  std::string bytes;
  std::vector<uint64_t> ends = {0};
  while (bytes.size() < 3 * BlockSums::kBlock) {
    for (uint64_t left = random() % 4; left > 0; --left) {
      bytes += static_cast<char>(0x80 | random() % 0x80);
    }
    bytes += static_cast<char>(random() % 0x80);
    ends.push_back(bytes.size());
  }
  const MappedFile file(folder.write("f", bytes), nullptr);
  for (int round = 0; round < 200; ++round) {
    const size_t from = random() % ends.size();
    const size_t most = round % 2 == 0 ? 20 : ends.size();
    const size_t count = random() % std::min(most, ends.size() - from);
    ByteCursor in({&file, 0, file.size()}, ends[from]);
    if (round % 3 == 0 && from + count < ends.size() - 1) {
      (void)in.vint();
      in.seek(ends[from]);
    }
    in.skip_vints(count);
    EXPECT_EQ(in.at(), ends[from + count]);
    ByteCursor same({&file, 0, file.size()}, ends[from]);
    same.skip(ends[from + count] - ends[from]);
    EXPECT_EQ(same.at(), ends[from + count]);
  }
  ByteCursor in({&file, 0, file.size()}, ends[ends.size() - 2]);
  EXPECT_THROW(in.skip_vints(2), FormatError);
  ByteCursor before({&file, 0, file.size()}, file.size() - 1);
  EXPECT_THROW(before.skip(2), FormatError);
  EXPECT_EQ(ByteCursor({&file, 0, file.size()}, file.size()).left(), 0U);
}

TEST(MappedFileTest, AFolderAndAMissingFileAreErrors) {
  TempDir folder;
  try {
    MappedFile file(folder.path(), nullptr);
    ADD_FAILURE() << "a folder was opened";
  } catch (const IoError& error) {
    EXPECT_EQ(error.code(), EISDIR);
  }
  EXPECT_THROW(MappedFile(folder / "none", nullptr), IoError);
  const MappedFile empty(folder.write("f", ""), nullptr);
  empty.release();
  EXPECT_EQ(empty.size(), 0U);
}

TEST(MappedFileTest, APartOfAFileEndsWhereItEnds) {
  TempDir folder;
  MappedFile file(folder.write("f", "0123456789"), nullptr);
  FileSlice part{&file, 2, 5};
  EXPECT_EQ(ByteCursor(part).bytes(3), "234");
  EXPECT_THROW((void)ByteCursor(part).bytes(4), FormatError);
  EXPECT_THROW((void)part.at(2, 2), FormatError);
  EXPECT_THROW(ByteCursor(part, 4), FormatError);
}

TEST(MappedFileTest, OnlyTheBlocksThatAreReadAreCompared) {
  TempDir folder;
  std::string bytes(2 * BlockSums::kBlock + 10, 'a');
  BlockSums expected;
  expected.size = bytes.size();
  for (size_t at = 0; at < bytes.size(); at += BlockSums::kBlock) {
    expected.blocks.push_back(
        crc32(std::string_view(bytes).substr(at, BlockSums::kBlock)));
  }
  bytes[BlockSums::kBlock + 3] = 'b';
  MappedFile file(folder.write("f", bytes), &expected);
  FileSlice all{&file, 0, file.size()};
  EXPECT_EQ(*all.at(5, 1), 'a');
  EXPECT_EQ(*all.at(2 * BlockSums::kBlock, 10), 'a');
  EXPECT_THROW((void)all.at(BlockSums::kBlock - 1, 2), FormatError);
  expected.size -= 1;
  EXPECT_THROW(MappedFile(folder / "f", &expected), FormatError);
}

TEST(MappedFileTest, AFileThatWasReleasedIsReadAgain) {
  TempDir folder;
  MappedFile file(folder.write("f", std::string(200000, 'x')), nullptr);
  FileSlice all{&file, 0, file.size()};
  const uint8_t* bytes = all.at(100000, 5);
  file.release();
  EXPECT_EQ(*bytes, 'x');
  EXPECT_EQ(all.at(100000, 5), bytes);
}

}  // namespace
}  // namespace wax::io
