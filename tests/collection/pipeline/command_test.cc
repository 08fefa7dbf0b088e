#include "collection/pipeline/command.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::collection {
namespace {

TEST(ShellLine, QuotesOnlyWhatAShellWouldChange) {
  EXPECT_EQ(shell_line({"wax-import", "-o", "a/b_c-1.cdx"}),
            "wax-import -o a/b_c-1.cdx");
  EXPECT_EQ(shell_line({"a b", "it's", "", "$x", "*.gz", "X.wacz!/Y"}),
            "'a b' 'it'\\''s' '' '$x' '*.gz' 'X.wacz!/Y'");
}

TEST(Ended, NamesTheSignal) {
  EXPECT_EQ((Ended{2, 0}).text(), "exit code 2");
  EXPECT_EQ((Ended{0, 9}).text(), "signal 9 (Killed)");
}

TEST(RunToolBeside, NamesAMissingTool) {
  EXPECT_THROW((void)run_tool({"wax-no-such-tool"}, {}), IoError);
}

}  // namespace
}  // namespace wax::collection
