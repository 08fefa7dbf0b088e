#include "collection/steps/link_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using ::testing::Contains;

class LinkSteps : public testing::Test {
 protected:
  // A batch with a segment and a list of duplicates.
  void add(const std::string& name) {
    folder_.write("out/batches/" + name + "/segment/documents", name);
    folder_.write("out/batches/" + name + "/duplicates", "");
    record_.batches.push_back({name, {}});
  }
  // As if the steps had been run.
  void ran() {
    folder_.write("out/links/graph/pages", std::to_string(++runs_));
    const Step graph = graph_step();
    StepRecord step = begin(graph);
    complete(step, graph, 0, {});
    record_.steps.set(graph.name, step);
  }
  Step graph_step() { return plan_graph(out_, record_, {}).front(); }
  bool is_anew() {
    const std::vector<std::string> words = graph_step().resources;
    return std::find(words.begin(), words.end(), "--force") != words.end();
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
  int runs_ = 0;
};

TEST_F(LinkSteps, NewSegmentsAreAddedToTheGraph) {
  add("001");
  EXPECT_TRUE(is_anew());
  ran();
  add("002");
  EXPECT_FALSE(is_anew());
  EXPECT_THAT(graph_step().arguments,
              Contains(BatchLayout{Layout{out_}.batch("002")}.segment()));
}

TEST_F(LinkSteps, ASegmentThatChangedMakesItAnew) {
  add("001");
  ran();
  folder_.write("out/batches/001/segment/documents", "changed");
  EXPECT_TRUE(is_anew());
  ran();
  EXPECT_FALSE(is_anew());
  record_.batches.clear();
  EXPECT_TRUE(is_anew());
}

TEST_F(LinkSteps, AGraphThatIsGoneIsMadeAnew) {
  add("001");
  ran();
  std::filesystem::remove_all(out_ + "/links");
  EXPECT_TRUE(is_anew());
}

TEST_F(LinkSteps, ScoresDoNotDependOnHowManyPagesThereAre) {
  add("001");
  const std::vector<Step> steps = plan_graph(out_, record_, {});
  EXPECT_THAT(steps[1].arguments, Contains("--relative"));
}

TEST_F(LinkSteps, EachShardHasAColumn) {
  add("001");
  add("002");
  const std::vector<Step> steps = plan_scores(out_, record_);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1].name, "002/pagerank");
  EXPECT_EQ(steps[1].output, out_ + "/shards/002/pagerank");
  EXPECT_THAT(steps[1].inputs, Contains(Layout{out_}.page_scores("pagerank")));
}

}  // namespace
}  // namespace wax::collection
