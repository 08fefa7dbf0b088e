#include "collection/record/command.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::collection {
namespace {

TEST(Ended, NamesTheSignal) {
  EXPECT_EQ((Ended{2, 0}).text(), "exit code 2");
  EXPECT_EQ((Ended{0, 9}).text(), "signal 9 (Killed)");
}

TEST(RunToolBeside, NamesAMissingTool) {
  EXPECT_THROW((void)run_tool({"wax-no-such-tool"}, {}), IoError);
}

}  // namespace
}  // namespace wax::collection
