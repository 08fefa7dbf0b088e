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

}  // namespace
}  // namespace wax::io
