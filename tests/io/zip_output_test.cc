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
  zip.finish();
  const size_t row = output.last.find("PK\1\2");
  ASSERT_NE(row, std::string::npos);
  EXPECT_EQ(output.last.substr(row + 20, 8), std::string(8, '\xff'));
  // 65 * 64 MiB in little-endian.
  const std::string size("\0\0\0\x04\x01\0\0\0", 8);
  EXPECT_EQ(output.last.substr(row + 46 + 5 + 4, 8), size);
  EXPECT_NE(output.last.find("PK\6\6"), std::string::npos);
}

}  // namespace
}  // namespace wax::io
