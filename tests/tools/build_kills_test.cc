// wax-build and its steps when signals end them.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

CommandResult kills(const std::string& arguments) {
  std::string crawl = source_path("examples/crawl/valley-");
  return run_command(source_path("bench/build-kills.sh") + " " + arguments +
                     " " + crawl + "2006-11.arc.gz " + crawl + "2007-12.warc");
}

TEST(BuildKills, TheSameIndexAfterTheBuildAloneIsKilled) {
  CommandResult result = kills("9 $$ KILL");
  EXPECT_EQ(result.code, 0) << result.out << result.err;
}

TEST(BuildKills, TheSameIndexAfterTheBuildIsTerminated) {
  CommandResult result = kills("3 $$ TERM");
  EXPECT_EQ(result.code, 0) << result.out << result.err;
}

TEST(BuildKills, TheSameColumnsOfARankAfterTheBuildIsKilled) {
  CommandResult result =
      run_command(source_path("bench/column-kills.sh") + " 5 $$ " +
                  source_path("examples/crawl/valley-2007-12.warc"));
  EXPECT_EQ(result.code, 0) << result.out << result.err;
}

TEST(BuildKills, TheSameShardAfterAMergeIsKilled) {
  std::string crawl = source_path("examples/crawl/valley-");
  CommandResult result =
      run_command(source_path("bench/merge-kills.sh") + " 5 $$ " + crawl +
                  "2006-11.arc.gz " + crawl + "2007-12.warc");
  EXPECT_EQ(result.code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace wax::tests
