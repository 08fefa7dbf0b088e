#include "tools/pipeline/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace wax::tools::pipeline {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;

BuildRecord two_batches() {
  BuildRecord record;
  record.urlkey = "surt";
  record.batches = {{"001", {"/a.warc.gz"}}, {"002", {"/b.warc.gz"}}};
  return record;
}

const Step& named(const std::vector<Step>& steps, const std::string& name) {
  auto step = std::find_if(steps.begin(), steps.end(),
                           [&](const Step& s) { return s.name == name; });
  EXPECT_NE(step, steps.end()) << name;
  return *step;
}

TEST(Plan, EveryInputIsAnArchiveOrMadeBefore) {
  std::set<std::string> there = {"/a.warc.gz", "/b.warc.gz"};
  for (const Step& step : plan("out", two_batches(), {})) {
    for (const std::string& input : step.inputs) {
      EXPECT_TRUE(there.count(input)) << step.name << " needs " << input;
    }
    there.insert(step.output);
    there.insert(step.further_outputs.begin(), step.further_outputs.end());
  }
}

TEST(Plan, NamesAreUnique) {
  std::set<std::string> names;
  for (const Step& step : plan("out", two_batches(), {})) {
    EXPECT_TRUE(names.insert(step.name).second) << step.name;
  }
}

TEST(Plan, EveryStepWritesItsProblemsToItsOwnFile) {
  std::set<std::string> files;
  for (const Step& step : plan("out", two_batches(), {})) {
    EXPECT_TRUE(files.insert(step.problems).second) << step.name;
    EXPECT_NE(step.problems, step.output);
  }
  EXPECT_TRUE(files.count("out/batches/002/import.problems"));
  EXPECT_TRUE(files.count("out/captures.problems"));
}

TEST(Plan, LaterBatchIsDeduplicatedAgainstEarlierOnes) {
  auto steps = plan("out", two_batches(), {});
  EXPECT_THAT(named(steps, "002/duplicates").arguments,
              IsSupersetOf({std::string("--against"),
                            std::string("out/batches/001/captures.cdx")}));
  EXPECT_THAT(named(steps, "001/duplicates").arguments,
              ::testing::Not(Contains("--against")));
}

TEST(Plan, DeduplicationGetsTheDamagedCapturesOfAllBatchesSoFar) {
  auto steps = plan("out", two_batches(), {});
  const std::string one = "out/batches/001/damaged";
  const std::string two = "out/batches/002/damaged";
  EXPECT_THAT(named(steps, "001/captures").further_outputs,
              ::testing::ElementsAre(one));
  EXPECT_THAT(named(steps, "002/duplicates").arguments,
              IsSupersetOf({std::string("--damaged"), one, two}));
  EXPECT_THAT(named(steps, "002/duplicates").inputs, IsSupersetOf({one, two}));
  EXPECT_THAT(named(steps, "001/duplicates").inputs,
              ::testing::Not(Contains(two)));
  EXPECT_THAT(named(steps, "dates").inputs, IsSupersetOf({one, two}));
}

TEST(Plan, EveryShardGetsTheDatesOfAllBatches) {
  auto steps = plan("out", two_batches(), {});
  for (const char* name : {"001/dates", "002/dates"}) {
    EXPECT_THAT(named(steps, name).inputs, Contains("out/dates"));
  }
  EXPECT_THAT(named(steps, "dates").inputs,
              IsSupersetOf({std::string("out/batches/001/duplicates"),
                            std::string("out/batches/002/revisits")}));
}

TEST(Plan, ResourcesAreSeparateFromArguments) {
  Resources resources{2, 1 << 20, "/tmp"};
  auto steps = plan("out", two_batches(), resources);
  auto plain = plan("out", two_batches(), {});
  ASSERT_EQ(steps.size(), plain.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].arguments, plain[i].arguments);
  }
  EXPECT_THAT(named(steps, "001/import").resources,
              IsSupersetOf({std::string("--jobs"), std::string("2")}));
}

}  // namespace
}  // namespace wax::tools::pipeline
