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

TEST(BuildKills, DatesAreCountedOnceWhenTheirShardIsMadeLater) {
  TempDir dir;
  const std::string crawl = source_path("examples/crawl");
  // Without wax-index, it ends after the import.
  const CommandResult copied = run_command(
      "cd " + program_folder() + " && mkdir " + (dir / "bin") +
      " && cp wax-build wax-warc-indexer wax-dedup-cdx wax-import " +
      (dir / "bin") + " && cp -r ../libexec " + dir.path());
  ASSERT_EQ(copied.code, 0) << copied.err;
  const CommandResult first =
      run_command((dir / "bin/wax-build -q ") + (dir / "a ") + crawl);
  ASSERT_EQ(first.code, 2);
  ASSERT_NE(first.err.find("wax-index: run"), std::string::npos) << first.err;
  const auto dates = [&](const char* out) {
    const std::string text =
        run_command("wax-build " + (dir / out) + " " + crawl).err;
    const size_t at = text.find("dates added ");
    return text.substr(at, text.find(' ', at + 12) - at);
  };
  EXPECT_EQ(dates("a"), dates("b"));
}

}  // namespace
}  // namespace wax::tests
