#include "rank/robots.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(Robots, AreKnownByWords) {
  const RobotList robots;
  EXPECT_TRUE(robots.has("Mozilla/5.0 (compatible; Googlebot/2.1)"));
  EXPECT_TRUE(robots.has("curl/7.88"));
  EXPECT_FALSE(robots.has("Mozilla/5.0 (X11; Linux x86_64) Firefox/115.0"));
  EXPECT_FALSE(robots.has(""));
}

TEST(Robots, AreThoseOfAFile) {
  tests::TempDir folder;
  const RobotList robots =
      RobotList::of_file(folder.write("robots", "# ours\nMyCheck\n\n"));
  EXPECT_TRUE(robots.has("mycheck 1.0"));
  EXPECT_FALSE(robots.has("Googlebot"));
}

}  // namespace
}  // namespace wax::rank
