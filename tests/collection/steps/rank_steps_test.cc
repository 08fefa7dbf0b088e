#include "collection/steps/rank_steps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collection/layout.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

class RankSteps : public testing::Test {
 protected:
  RankSteps() {
    record_.ranks = "/ranks";
    record_.batches = {{"001", {}}};
  }
  Step lists(const std::string& state) {
    return plan_rank_lists(out_, record_, {}, state);
  }
  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
};

TEST_F(RankSteps, ListsAreMadeAgainForAnotherRankOnly) {
  folder_.write("out/ranks/views", "");
  folder_.write("out/ranks/popularity", "");
  StepRecord ran = begin(lists("January"));
  complete(ran, lists("January"), 0, {});
  EXPECT_EQ(reason_to_run(lists("January"), ran), RunReason::kNone);
  EXPECT_EQ(reason_to_run(lists("February"), ran), RunReason::kChanged);
  record_.ranks = "/other";
  EXPECT_EQ(reason_to_run(lists("January"), ran), RunReason::kChanged);
  record_.ranks = "/ranks";
  folder_.write("out/ranks/popularity", "changed");
  EXPECT_EQ(reason_to_run(lists("January"), ran), RunReason::kChanged);
}

TEST_F(RankSteps, EachShardHasBothColumns) {
  const std::vector<Step> steps = plan_rank_columns(out_, record_);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].name, "001/views");
  EXPECT_EQ(steps[0].inputs.front(), lists("").output);
  EXPECT_EQ(steps[1].name, "001/popularity");
  EXPECT_EQ(steps[1].inputs.front(), lists("").further_outputs.front());
}

}  // namespace
}  // namespace wax::collection
