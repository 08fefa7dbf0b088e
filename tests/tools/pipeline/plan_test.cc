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
  record.identity = {"--digest-of", "decoded"};
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
    for (const std::string& archive : step.archives) {
      EXPECT_TRUE(there.count(archive)) << step.name << " needs " << archive;
    }
    for (const std::string& input : step.inputs) {
      EXPECT_TRUE(there.count(input)) << step.name << " needs " << input;
    }
    for (const std::string& output : step.outputs()) there.insert(output);
  }
}

TEST(Plan, ATikaServerIsForImport) {
  BuildRecord record = two_batches();
  record.tika = "http://localhost:9998";
  for (const Step& step : plan("out", record, {})) {
    EXPECT_EQ(std::count(step.arguments.begin(), step.arguments.end(),
                         record.tika),
              step.tool == "wax-import" ? 1 : 0)
        << step.name;
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

TEST(Plan, AllBatchesAreDeduplicatedTogether) {
  auto steps = plan("out", two_batches(), {});
  const std::string one = "out/batches/001/";
  const std::string two = "out/batches/002/";
  EXPECT_THAT(named(steps, "001/captures").further_outputs,
              ::testing::ElementsAre(one + "damaged", one + "references"));
  const Step& step = named(steps, "duplicates");
  EXPECT_THAT(
      step.arguments,
      ::testing::ElementsAre("--force", "--beside", "duplicates", "--damaged",
                             one + "damaged", "--damaged", two + "damaged",
                             one + "captures.cdx", two + "captures.cdx"));
  EXPECT_THAT(step.inputs,
              IsSupersetOf({one + "damaged", two + "damaged",
                            one + "captures.cdx", two + "captures.cdx"}));
  EXPECT_EQ(step.output, one + "duplicates");
  EXPECT_THAT(step.further_outputs, ::testing::ElementsAre(two + "duplicates"));
}

TEST(Plan, DeduplicationAndImportHaveTheSameRules) {
  BuildRecord record = two_batches();
  record.import_rules = {"--status", "200,404"};
  auto steps = plan("out", record, {});
  for (const char* name : {"duplicates", "001/import", "002/import"}) {
    EXPECT_THAT(
        named(steps, name).arguments,
        IsSupersetOf({std::string("--status"), std::string("200,404")}));
  }
}

TEST(Plan, EveryStepHasRules) {
  for (const Step& step : plan("out", two_batches(), {})) {
    EXPECT_GT(step.rules, 0) << step.name;
  }
}

TEST(Plan, EveryShardGetsTheDatesOfAllBatches) {
  auto steps = plan("out", two_batches(), {});
  for (const char* name : {"001/dates", "002/dates"}) {
    std::string list = std::string("out/batches/") + name;
    EXPECT_THAT(named(steps, name).inputs, Contains(list));
    EXPECT_THAT(named(steps, "shares").outputs(), Contains(list));
  }
  EXPECT_THAT(named(steps, "shares").inputs, Contains("out/dates"));
  EXPECT_THAT(named(steps, "dates").inputs,
              IsSupersetOf({std::string("out/batches/001/duplicates"),
                            std::string("out/revisits")}));
}

TEST(Plan, RevisitsAreLookedUpInAllBatches) {
  auto steps = plan("out", two_batches(), {});
  EXPECT_THAT(named(steps, "revisits").arguments,
              ::testing::ElementsAre(
                  "--force", "--output", "out/revisits", "--references",
                  "out/batches/001/references", "--references",
                  "out/batches/002/references", "out/captures.cdx"));
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
