#include "collection/steps/column_steps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::collection {
namespace {

TEST(ColumnSteps, AreOneForEachShard) {
  BuildRecord record;
  record.batches = {{"001", {}}, {"002", {}}, {"003", {}}};
  record.merged = {{0, 2}};
  const std::vector<Step> steps =
      plan_column("out", record, {"likes", "integer", "list", 7});
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].name, "001-002/likes");
  EXPECT_EQ(steps[1].name, "003/likes");
  EXPECT_EQ(steps[1].output, "out/shards/003/likes");
  EXPECT_EQ(steps[1].rules, 7);
  EXPECT_EQ(steps[1].inputs,
            (std::vector<std::string>{"list", "out/shards/003/main"}));
  EXPECT_EQ(steps[1].arguments,
            (std::vector<std::string>{"--force", "--kind", "integer", "likes",
                                      "list", "out/shards/003/main"}));
}

TEST(ColumnSteps, HaveTheMemoryOfTheBuild) {
  EXPECT_TRUE(memory_words({}).empty());
  Resources resources;
  resources.memory = 5;
  resources.tmpdir = "t";
  EXPECT_EQ(memory_words(resources),
            (std::vector<std::string>{"--memory", "5", "--tmpdir", "t"}));
}

}  // namespace
}  // namespace wax::collection
