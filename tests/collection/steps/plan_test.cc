#include "collection/steps/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace wax::collection {
namespace {

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
    // What Lists makes.
    there.insert({"out/batches/001/duplicates", "out/batches/002/duplicates"});
  }
}

TEST(Plan, ATikaServerIsForImport) {
  BuildRecord record = two_batches();
  record.tika = "http://localhost:9998";
  for (const Step& step : plan("out", record, {})) {
    EXPECT_EQ(
        std::count(step.arguments.begin(), step.arguments.end(), record.tika),
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
  EXPECT_TRUE(files.count("out/batches/001/versions.problems"));
}

TEST(Plan, EachBatchHasItsVersions) {
  auto steps = plan("out", two_batches(), {});
  const std::string two = "out/batches/002/";
  EXPECT_THAT(named(steps, "002/captures").further_outputs,
              ::testing::ElementsAre(two + "damaged", two + "references"));
  const Step& step = named(steps, "002/versions");
  EXPECT_THAT(step.arguments,
              ::testing::ElementsAre("--force", "--output", two + "versions",
                                     "--batch", "2", "--damaged",
                                     two + "damaged", "--batch-references",
                                     two + "references", two + "captures.cdx"));
  EXPECT_THAT(step.inputs,
              ::testing::UnorderedElementsAre(
                  two + "damaged", two + "references", two + "captures.cdx"));
}

// So the steps of a batch do not depend on how many there are.
TEST(Plan, TheStepsOfABatchReadNoOther) {
  for (const Step& step : plan("out", two_batches(), {})) {
    for (const auto& words : {step.inputs, step.arguments}) {
      for (const std::string& word : words) {
        if (!word.starts_with("out/batches/") &&
            !word.starts_with("out/shards/")) {
          continue;
        }
        EXPECT_NE(word.find(step.name.substr(0, 3)), std::string::npos)
            << step.name << " reads " << word;
      }
    }
  }
}

TEST(Plan, DeduplicationAndImportHaveTheSameRules) {
  BuildRecord record = two_batches();
  record.import_rules = {"--status", "200,404"};
  auto steps = plan("out", record, {});
  for (const char* name : {"001/versions", "001/import", "002/import"}) {
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

// Another system's libraries may make other words of the same segment.
TEST(Plan, WordsDependOnTablesOfLibraries) {
  for (const Step& step : plan("out", two_batches(), {})) {
    EXPECT_EQ(step.tables.empty(), step.tool != "wax-index") << step.name;
    if (step.tables.empty()) continue;
    Step other = step;
    other.tables = "1 2";
    EXPECT_FALSE(has_same_work(other, begin(step)));
  }
}

TEST(Plan, DatesAreMadeAnewWithTheLists) {
  BuildRecord record = two_batches();
  const BuiltShard shard = shard_of(record, 1, 1);
  Step step = plan_dates("out", record, shard);
  EXPECT_THAT(step.inputs, ::testing::ElementsAre("out/shards/002/main"));
  EXPECT_EQ(step.output, "out/shards/002/dates");
  record.lists.anew = 1;
  EXPECT_NE(plan_dates("out", record, shard).state, step.state);
}

BuildRecord batches(size_t count) {
  BuildRecord record;
  for (size_t i = 1; i <= count; ++i) {
    std::string number = std::to_string(i);
    record.batches.push_back(
        {std::string(3 - number.size(), '0') + number, {}});
  }
  return record;
}

// Merges as a build does; returns the names of its shards.
std::vector<std::string> merged(
    BuildRecord& record,
    const std::function<uint64_t(const BuiltShard&)>& documents) {
  while (true) {
    std::vector<BuiltShard> group = next_merge(record, documents);
    if (group.empty()) break;
    size_t first = group.front().first;
    size_t end = group.back().first + group.back().count;
    std::erase_if(record.merged, [&](const MergedShard& shard) {
      return shard.first >= first && shard.first < end;
    });
    record.merged.push_back({first, end - first});
    std::sort(record.merged.begin(), record.merged.end(),
              [](const MergedShard& a, const MergedShard& b) {
                return a.first < b.first;
              });
  }
  std::vector<std::string> names;
  for (const BuiltShard& shard : shards_of(record)) {
    names.push_back(shard.name);
  }
  return names;
}

TEST(Plan, TenShardsOfASizeBecomeOne) {
  auto small = [](const BuiltShard&) { return uint64_t{1}; };
  BuildRecord record = batches(9);
  EXPECT_EQ(merged(record, small).size(), 9U);
  record = batches(21);
  EXPECT_THAT(merged(record, small),
              ::testing::ElementsAre("001-010", "011-020", "021"));
  record = batches(123);
  EXPECT_THAT(merged(record, small),
              ::testing::ElementsAre("001-100", "101-110", "111-120", "121",
                                     "122", "123"));
  record = batches(999);
  EXPECT_EQ(merged(record, small).size(), 27U);
  record.merge_shards = 0;
  record.merged.clear();
  EXPECT_EQ(merged(record, small).size(), 999U);
}

TEST(Plan, BatchesOneByOneGiveTheSameShardsAsAllAtOnce) {
  auto documents = [](const BuiltShard& shard) {
    return shard.count * uint64_t{40'000};
  };
  BuildRecord grown = batches(0);
  BuildRecord all = batches(777);
  for (const Batch& batch : all.batches) {
    grown.batches.push_back(batch);
    (void)merged(grown, documents);
  }
  EXPECT_EQ(merged(grown, documents), merged(all, documents));
}

TEST(Plan, ShardsAreNotMergedToMoreDocumentsThanTheLimit) {
  BuildRecord record = batches(200);
  record.shard_documents = 5000;
  auto large = [](const BuiltShard& shard) {
    return shard.count * 50 + (shard.first == 0 ? 1U : 0U);
  };
  std::vector<std::string> names = merged(record, large);
  EXPECT_EQ(names.front(), "001-010");
  EXPECT_EQ(names.back(), "101-200");
  EXPECT_EQ(names.size(), 11U);
}

TEST(Plan, ShardsAreMergedWithTheirDates) {
  BuildRecord record = batches(11);
  Step step = plan_merge("out", record, {},
                         {shard_of(record, 0, 1), shard_of(record, 1, 1)});
  EXPECT_EQ(step.output, "out/shards/001-002");
  EXPECT_THAT(step.inputs,
              ::testing::ElementsAre("out/shards/001", "out/shards/002"));
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
}  // namespace wax::collection
