#include "io/spool.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

std::string random_bytes(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

TEST(Spool, GivesBackWhatWasWrittenWhateverItsSize) {
  tests::TempDir directory;
  Spool spool(directory.path(), 10000);
  for (size_t size : {0, 1, 9999, 10000, 10001, 1000000, 5}) {
    std::string bytes = random_bytes(size, 3);
    spool.clear();
    for (size_t at = 0; at < size; at += 777) {
      spool.write(std::string_view(bytes).substr(at, 777));
    }
    EXPECT_EQ(spool.size(), size);
    for (int time = 0; time < 2; ++time) {
      EXPECT_EQ(read_all(spool, UINT64_MAX), bytes) << size;
      spool.rewind();
    }
  }
}

TEST(Spool, ShowsAsMuchAsIsAskedFor) {
  Spool spool({}, 100);
  std::string bytes = random_bytes(900000, 4);
  spool.write(bytes);
  EXPECT_GE(spool.peek(500000).size(), 500000u);
  spool.consume(123);
  EXPECT_EQ(spool.peek(800000).substr(0, 800000),
            std::string_view(bytes).substr(123, 800000));
  EXPECT_EQ(spool.peek(1000000).size(), bytes.size() - 123);
}

TEST(Spool, LeavesNoFileAndNeedsNoneForLittle) {
  tests::TempDir directory;
  Spool little(directory / "missing", 1000);
  little.write("waxwing");
  EXPECT_EQ(read_all(little, 100), "waxwing");
  EXPECT_THROW(little.write(std::string(2000, 'x')), IoError);
  Spool much(directory.path(), 1000);
  much.write(std::string(2000, 'x'));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(Spool, IsAFileThatGoesBackAndForth) {
  tests::TempDir directory;
  for (size_t memory : {100, 1'000'000}) {
    const std::string bytes = random_bytes(300'000, 5);
    auto spool = std::make_unique<Spool>(directory.path(), memory);
    SpoolOutput(*spool).write(bytes);
    auto file = open_spool(std::move(spool), "sent");
    uint64_t size = 0;
    EXPECT_TRUE(file->size(size));
    EXPECT_EQ(size, bytes.size());
    EXPECT_EQ(file->path(), "sent");
    for (size_t at : {0, 299'999, 5, 150'000, 150'001, 300'000}) {
      ASSERT_TRUE(file->seek(at));
      EXPECT_EQ(file->offset(), at);
      EXPECT_EQ(file->peek(1).substr(0, 9), bytes.substr(at, 9)) << at;
    }
    EXPECT_FALSE(file->seek(300'001));
    ASSERT_TRUE(file->seek(0));
    EXPECT_EQ(read_all(*file, 400'000), bytes);
  }
}

}  // namespace
}  // namespace wax::io
