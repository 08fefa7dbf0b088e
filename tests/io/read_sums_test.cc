#include "io/read_sums.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "io/byte_source.h"
#include "io/crc32.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

constexpr uint64_t kBlockOfSums = 64 * 1024;

std::string bytes_of(size_t size) {
  std::string bytes(size, ' ');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i / 251);
  return bytes;
}

TEST(ReadSums, AFileThatWasReadHasOneRange) {
  tests::TempDir directory;
  for (const uint64_t size :
       {uint64_t{1}, kBlockOfSums, kBlockOfSums + 1, 5 * kBlockOfSums + 77}) {
    const std::string bytes = bytes_of(size);
    const std::string path = directory.write("file", bytes);
    ReadSums sums;
    EXPECT_EQ(read_all(*open_file(path, 1000), UINT64_MAX), bytes);
    EXPECT_EQ(sums.ranges_of(path),
              (std::vector<SummedRange>{{0, size, crc32(bytes)}}));
  }
}

TEST(ReadSums, NothingIsSummedBeforeAndAfterIt) {
  tests::TempDir directory;
  const std::string path = directory.write("file", "bytes");
  (void)read_all(*open_file(path), 9);
  ReadSums sums;
  EXPECT_EQ(sums.lines_of({path, "other"}), "");
}

TEST(ReadSums, TwoReadersOfPartsMakeOneRange) {
  tests::TempDir directory;
  const std::string bytes = bytes_of(8 * kBlockOfSums + 5);
  const std::string path = directory.write("file", bytes);
  ReadSums sums;
  {
    auto first = open_file(path, 5000);
    auto second = open_file(path, 5000);
    ASSERT_TRUE(second->seek(4 * kBlockOfSums - 1));
    EXPECT_EQ(skip(*first, 4 * kBlockOfSums + 99), 4 * kBlockOfSums + 99);
    (void)read_all(*second, UINT64_MAX);
  }
  EXPECT_EQ(sums.ranges_of(path),
            (std::vector<SummedRange>{{0, bytes.size(), crc32(bytes)}}));
}

// Any reading: what was read is in a range, and the sums are right.
TEST(ReadSums, HaveAllThatWasRead) {
  tests::TempDir directory;
  std::mt19937_64 random(tests::seed_of_test());
  const std::string bytes = bytes_of(20 * kBlockOfSums + 1234);
  const std::string path = directory.write("file", bytes);
  for (int round = 0; round < 10; ++round) {
    std::string was_read(bytes.size(), '0');
    ReadSums sums;
    for (int reader = 0; reader < 3; ++reader) {
      auto source = open_file(path, 1 + random() % 3000);
      for (int part = 0; part < 4; ++part) {
        const uint64_t at = random() % bytes.size();
        const uint64_t size = std::min<uint64_t>(random() % (4 * kBlockOfSums),
                                                 bytes.size() - at);
        ASSERT_TRUE(source->seek(at));
        std::string got(size, ' ');
        ASSERT_EQ(read(*source, got.data(), size), size);
        was_read.replace(at, size, std::string(size, '1'));
      }
    }
    std::string is_summed(bytes.size(), '0');
    for (const SummedRange& range : sums.ranges_of(path)) {
      const uint64_t size = range.end - range.begin;
      ASSERT_EQ(range.sum, crc32(bytes.substr(range.begin, size)));
      is_summed.replace(range.begin, size, std::string(size, '1'));
    }
    size_t missed = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      if (was_read[i] == '1' && is_summed[i] == '0') ++missed;
    }
    EXPECT_EQ(missed, 0U);
  }
}

TEST(ReadSums, AreReadAsTheyWereWritten) {
  tests::TempDir directory;
  const std::string path = directory.write("a file", "some bytes");
  ReadSums sums;
  (void)read_all(*open_file(path), 99);
  const std::string lines = sums.lines_of({path});
  EXPECT_EQ(parse_read_sums("x\n1 2\n5 5 5 x\n" + lines).at(path),
            sums.ranges_of(path));
  EXPECT_EQ(parse_read_sums("x\n1 2\n5 5 5 x\n").size(), 0U);
}

}  // namespace
}  // namespace wax::io
