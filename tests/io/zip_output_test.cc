#include "io/zip_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "io/inputs/zip.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

std::string zip_of(const Entries& entries) {
  std::string bytes;
  auto memory = open_memory(bytes);
  ZipOutput zip(*memory);
  for (const auto& [name, text] : entries) {
    zip.begin(name);
    const size_t half = text.size() / 2;
    zip.write(std::string_view(text).substr(0, half));
    zip.write(std::string_view(text).substr(half));
  }
  zip.finish();
  memory->finish();
  return bytes;
}

// Checks the checksums as well.
Entries read(const std::string& bytes) {
  Entries read;
  auto file = tests::memory_file(bytes);
  for (const ZipEntry& entry : read_zip_directory(*file)) {
    auto source = open_zip_entry(tests::memory_file(bytes), entry, "z");
    read.emplace_back(entry.name, read_all(*source, UINT64_MAX));
  }
  return read;
}

TEST(ZipOutput, WritesEntriesThatZipReadersRead) {
  const Entries entries = {{"archive/a", std::string(200'000, 'x') + "end"},
                           {"empty", ""},
                           {"\xC3\xA4", "\x01\xff"}};
  EXPECT_EQ(read(zip_of(entries)), entries);
  EXPECT_EQ(zip_of(entries), zip_of(entries));
}

uint64_t number_at(std::string_view bytes, size_t at, int size) {
  uint64_t value = 0;
  for (int i = size; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

// Some readers of WACZ find the bytes of an entry by its row in the directory
// alone: they take the extra field before the bytes to be as long as that of
// the row.
TEST(ZipOutput, TheDirectoryAloneTellsWhereBytesAre) {
  const Entries entries = {
      {"archive/a", std::string(70'000, 'x')}, {"empty", ""}, {"b", "text"}};
  const std::string zip = zip_of(entries);
  size_t row = zip.find("PK\1\2");
  for (const auto& [name, text] : entries) {
    ASSERT_EQ(zip.substr(row, 4), "PK\1\2");
    const size_t name_size = number_at(zip, row + 28, 2);
    const size_t extra = number_at(zip, row + 30, 2);
    const size_t header = number_at(zip, row + 42, 4);
    EXPECT_EQ(zip.substr(row + 46, name_size), name);
    EXPECT_EQ(number_at(zip, header + 28, 2), extra);
    EXPECT_EQ(zip.substr(header + 30 + name_size + extra, text.size()), text);
    // Sizes that stand in 64 bits say so.
    EXPECT_EQ(zip.substr(row + 20, 8), std::string(8, '\xff'));
    EXPECT_EQ(number_at(zip, row + 46 + name_size + 4, 8), text.size());
    row += 46 + name_size + extra;
  }
}

// Java's ZipInputStream reads an entry by its header alone.
TEST(ZipOutput, HeadersTellSizes) {
  const Entries entries = {
      {"large", std::string(3 << 20, 'x')}, {"empty", ""}, {"small", "text"}};
  const std::string zip = zip_of(entries);
  size_t at = 0;
  for (const auto& [name, text] : entries) {
    ASSERT_EQ(zip.substr(at, 4), "PK\3\4") << name;
    EXPECT_EQ(number_at(zip, at + 6, 2), 1U << 11);  // no sizes that follow
    const size_t extra = at + 30 + name.size();
    EXPECT_EQ(number_at(zip, extra + 4, 8), text.size());
    EXPECT_EQ(number_at(zip, extra + 12, 8), text.size());
    at = extra + number_at(zip, at + 28, 2) + text.size();
  }
  EXPECT_EQ(zip.substr(at, 4), "PK\1\2");
}

// What cannot be written again has the sizes of large entries after them.
TEST(ZipOutput, SizesOfLargeEntriesFollowThemInAPipe) {
  struct Pipe final : Output {
    void write(std::string_view added) override { bytes += added; }
    void flush() override {}
    void finish() override {}
    std::string bytes;
  } pipe;
  ZipOutput zip(pipe);
  const Entries entries = {{"large", std::string(3 << 20, 'x')},
                           {"small", "text"},
                           {"flushed", "text"}};
  for (const auto& [name, text] : entries) {
    zip.begin(name);
    zip.write(text);
    if (name == "flushed") zip.flush();
  }
  zip.finish();
  EXPECT_EQ(read(pipe.bytes), entries);
  EXPECT_EQ(number_at(pipe.bytes, 6, 2), 1U << 11 | 1U << 3);
}

TEST(ZipOutput, HasMoreEntriesThanTheOldFormat) {
  Entries entries;
  for (int i = 0; i < 70'000; ++i) entries.emplace_back(std::to_string(i), "");
  auto file = tests::memory_file(zip_of(entries));
  const std::vector<ZipEntry> read = read_zip_directory(*file);
  ASSERT_EQ(read.size(), entries.size());
  EXPECT_EQ(read.back().name, "69999");
}

// Sizes and places beyond 4 GiB stand in the directory in 64 bits.
TEST(ZipOutput, HasEntriesBeyondFourGigabytes) {
  struct LastBytes final : Output {
    void write(std::string_view bytes) override {
      last.append(bytes);
      constexpr size_t kKept = 4096;
      if (last.size() > 2 * kKept) last.erase(0, last.size() - kKept);
    }
    void flush() override {}
    void finish() override {}
    std::string last;
  } output;
  ZipOutput zip(output);
  zip.begin("large");
  const std::string block(64 << 20, '\0');
  for (int i = 0; i < 65; ++i) zip.write(block);
  zip.begin("after");
  zip.flush();
  const std::string header = output.last.substr(output.last.rfind("PK\3\4"));
  zip.finish();
  const size_t row = output.last.find("PK\1\2");
  ASSERT_NE(row, std::string::npos);
  EXPECT_EQ(output.last.substr(row + 20, 8), std::string(8, '\xff'));
  // 65 * 64 MiB in little-endian.
  const std::string size("\0\0\0\x04\x01\0\0\0", 8);
  EXPECT_EQ(output.last.substr(row + 46 + 5 + 4, 8), size);
  const size_t after = output.last.find("PK\1\2", row + 4);
  ASSERT_NE(after, std::string::npos);
  EXPECT_EQ(output.last.substr(after + 42, 4), std::string(4, '\xff'));
  EXPECT_GE(number_at(output.last, after + 46 + 5 + 20, 8), uint64_t{65} << 26);
  EXPECT_EQ(number_at(output.last, after + 30, 2), number_at(header, 28, 2));
  EXPECT_EQ(header.size(), 30 + 5 + number_at(header, 28, 2));
  EXPECT_NE(output.last.find("PK\6\6"), std::string::npos);
}

}  // namespace
}  // namespace wax::io
