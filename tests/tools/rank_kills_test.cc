// wax-rank when signals end it.
#include <gtest/gtest.h>

#include "tests/support/command.h"
#include "tests/support/paths.h"

namespace wax::tests {
namespace {

TEST(RankKills, TheSameBytesAfterKillsOfAnyStep) {
  CommandResult result =
      run_command(source_path("bench/rank-kills.sh") + " 12 $$");
  EXPECT_EQ(result.code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace wax::tests
