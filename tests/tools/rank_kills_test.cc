// wax-rank when signals end it.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"

namespace wax::tests {
namespace {

class RankKills : public testing::TestWithParam<const char*> {};

// 60 kills in all; a command has a minute.
TEST_P(RankKills, TheSameBytesAfterKillsOfAnyStep) {
  const CommandResult result =
      run_command(source_path("bench/rank-kills.sh") + ' ' + GetParam());
  EXPECT_EQ(result.code, 0) << result.out << result.err;
}

INSTANTIATE_TEST_SUITE_P(Inputs, RankKills,
                         testing::Values("map 15 1$$", "map 15 2$$",
                                         "dump 15 3$$", "dump 15 4$$"));

}  // namespace
}  // namespace wax::tests
