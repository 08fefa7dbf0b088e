#include "rank/rank_builder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/byte_source.h"
#include "io/compress/decompressed.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

namespace fs = std::filesystem;

class RankBuilder : public testing::Test {
 protected:
  RankCounts build() {
    said_.clear();
    NoProblems problems;
    return build_ranks(folder_ / "out", options_, problems,
                       [&](const std::string& text) { said_ += text + '\n'; });
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    return io::read_all(
        *io::decompressed(io::open_file(folder_ / "out/" + name), 1), 1 << 20);
  }
  // The bytes of all files that are no records.
  [[nodiscard]] std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry :
         fs::recursive_directory_iterator(folder_ / "out")) {
      if (!entry.is_regular_file() || entry.path().extension() == ".step") {
        continue;
      }
      all[entry.path().filename()] = tests::read_file(entry.path());
    }
    return all;
  }
  void give_example() {
    options_.inputs.views = {
        folder_.write("v-2021-01", "am/zurich 7\naz/simona 2\n"),
        folder_.write("v-2021-02",
                      "ca/winterthur 11\nam/zurich 1\naz/simona 50\naz/surix "
                      "5\naz/simona 8\n")};
    options_.inputs.entities = folder_.write(
        "map",
        "am/zurich Q72\naz/simona Q7197\naz/surix Q72\naf/wards Q7969215\n");
  }

  tests::TempDir folder_;
  RankOptions options_;
  std::string said_;
};

TEST_F(RankBuilder, JoinsSumsAndSorts) {
  give_example();
  const RankCounts counts = build();
  EXPECT_EQ(text("rank-20210228.csv.gz"), "Entity,Rank\nQ7197,60\nQ72,13\n");
  EXPECT_EQ(text("views-2021-02.gz"),
            "am/zurich 1\naz/simona 58\naz/surix 5\nca/winterthur 11\n");
  EXPECT_EQ(counts.months, 2U);
  EXPECT_EQ(counts.keys, 4U);
  EXPECT_EQ(counts.unmapped, 1U);
  EXPECT_EQ(counts.views, 73U);
  EXPECT_EQ(counts.steps_made, 6U);
  EXPECT_EQ(said_, "");
}

TEST_F(RankBuilder, KeepsTheMapOfTheKeys) {
  give_example();
  build();
  const std::string map = text("keys.gz");
  EXPECT_EQ(map,
            "af/wards Q7969215\nam/zurich Q72\naz/simona Q7197\n"
            "az/surix Q72\n");
  fs::remove(folder_ / "out/keys.gz");
  build();
  EXPECT_EQ(text("keys.gz"), map);
  // Each key is its own entity.
  options_.inputs.entities.clear();
  build();
  EXPECT_FALSE(fs::exists(folder_ / "out/keys.gz"));
}

TEST_F(RankBuilder, MayHaveTheUrlKeysOfWikis) {
  options_.inputs.page_views = {folder_.write(
      "pageviews-20210201", "en.wikipedia Seabird 1 desktop 2 A2\n")};
  build();
  EXPECT_EQ(text("views-2021-02.gz"), "en.wikipedia/seabird 2\n");
  options_.inputs.wiki_keys = WikiKeys::kUrls;
  EXPECT_EQ(build().steps_kept, 0U);
  EXPECT_EQ(text("views-2021-02.gz"), "org,wikipedia,en)/wiki/seabird 2\n");
  EXPECT_EQ(build().steps_made, 0U);
}

TEST_F(RankBuilder, LetsViewsGoOnUntilNoneIsLeft) {
  give_example();
  options_.smear.edges = folder_.write("edges", "Q72 Q7197\nQ7197 Q5\n");
  options_.smear.millionths = 500'000;
  build();
  EXPECT_EQ(text("rank-20210228.csv.gz"),
            "Entity,Rank\nQ7197,66\nQ5,30\nQ72,13\n");
  options_.smear.hops = 0;
  const RankCounts counts = build();
  EXPECT_EQ(text("rank-20210228.csv.gz"),
            "Entity,Rank\nQ7197,66\nQ5,33\nQ72,13\n");
  EXPECT_EQ(counts.views, 112U);
  EXPECT_EQ(counts.smeared, 39U);
  EXPECT_EQ(build().steps_made, 0U);
  EXPECT_EQ(said_, "");
  // A circle that loses nothing.
  folder_.write("edges", "Q72 Q7197\nQ7197 Q72\n");
  options_.smear.millionths = 1'000'000;
  build();
  EXPECT_NE(said_.find("after 100 hops"), std::string::npos) << said_;
}

TEST_F(RankBuilder, MakesNothingTwice) {
  give_example();
  EXPECT_EQ(build().steps_made, 6U);
  const auto made = files();
  EXPECT_EQ(build().steps_made, 0U);
  // A month and everything after it, but neither the other month nor the map.
  fs::remove(folder_ / "out/views-2021-01.gz");
  EXPECT_EQ(build().steps_made, 4U);
  EXPECT_EQ(files(), made);
  // An input of other bytes, though of the same size.
  folder_.write("v-2021-01", "am/zurich 8\naz/simona 2\n");
  EXPECT_EQ(build().steps_made, 4U);
  EXPECT_NE(files(), made);
  options_.samples.top = 1;
  EXPECT_EQ(build().steps_made, 1U);
}

TEST_F(RankBuilder, GivesTheSameBytesForAnyThreadsAndMemory) {
  std::string views;
  for (int i = 0; i < 30000; ++i) {
    views += "com,example)/" + std::to_string(i * 7919 % 10007) + ' ' +
             std::to_string(i % 13) + '\n';
  }
  options_.inputs.views = {folder_.write("2021-05", views)};
  build();
  const auto first = files();
  for (uint64_t jobs : {1, 2, 7}) {
    fs::remove_all(folder_ / "out");
    options_.sort.jobs = jobs;
    options_.sort.memory = jobs == 1 ? 1 << 20 : 64 << 20;
    build();
    EXPECT_EQ(files(), first) << jobs;
  }
}

TEST_F(RankBuilder, KeepsTheLastMonthsAndNamesThoseMissing) {
  options_.inputs.views = {folder_.write("v-2020-01", "a 5\n"),
                           folder_.write("v-2020-02", "a 7\n"),
                           folder_.write("v-2021-01", "a 1\nb 2\n")};
  EXPECT_EQ(build().months, 2U);
  EXPECT_EQ(text("rank-20210131.csv.gz"), "Entity,Rank\na,8\nb,2\n");
  EXPECT_EQ(said_,
            "views of 2020-01 are left out: the rank is of the 12 months up to "
            "2021-01\nmonths without views: 2020-03 2020-04 2020-05 2020-06 "
            "2020-07 2020-08 2020-09 2020-10 2020-11 2020-12\n");
}

TEST_F(RankBuilder, TakesItsOwnMonths) {
  options_.inputs.views = {folder_.write("v-2021-01", "a 5\n")};
  build();
  options_.inputs.views = {folder_ / "out/views-2021-01.gz",
                           folder_.write("v-2021-02", "a 2\n")};
  build();
  EXPECT_EQ(text("rank-20210228.csv.gz"), "Entity,Rank\na,7\n");
  options_.inputs.views.push_back(folder_.write("w-2021-01", "a 2\n"));
  EXPECT_THROW(build(), UsageError);
}

std::string log_line(const std::string& time, const std::string& page) {
  return "192.0.2.1 - - [" + time + " +0000] \"GET /web/2020/http://a.com/" +
         page + " HTTP/1.1\" 200 5 \"-\" \"Firefox\"\n";
}

TEST_F(RankBuilder, AddsLogsToOtherViews) {
  options_.inputs.logs = {
      folder_.write("b.log", log_line("02/Mar/2021:00:00:00", "x")),
      folder_.write("a.log", log_line("28/Feb/2021:23:59:59", "x") +
                                 log_line("01/Mar/2021:00:20:00", "x") +
                                 log_line("01/Mar/2021:00:30:00", "y"))};
  options_.inputs.views = {folder_.write("2021-02", "com,a)/x 10\n")};
  RankCounts counts = build();
  EXPECT_EQ(text("views-2021-02.gz"), "com,a)/x 11\n");
  EXPECT_EQ(text("views-2021-03.gz"), "com,a)/x 1\ncom,a)/y 1\n");
  EXPECT_EQ(text("rank-20210331.csv.gz"),
            "Entity,Rank\n\"com,a)/x\",12\n\"com,a)/y\",1\n");
  EXPECT_NE(text("rejects.json").find("\"lines\":4,\"counted\":3,"),
            std::string::npos);
  EXPECT_EQ(counts.steps_made, 6U);
  // What was counted is said again by a run that reads no log.
  counts = build();
  EXPECT_EQ(counts.steps_made, 0U);
  EXPECT_EQ(counts.logs.lines, 4U);
  options_.log_rules.robot_rate = 1;
  EXPECT_EQ(build().steps_made, 6U);
  for (const auto& [name, bytes] : files()) {
    EXPECT_EQ(
        io::read_all(*io::decompressed(
                         io::open_file(fs::exists(folder_ / "out/" + name)
                                           ? folder_ / "out/" + name
                                           : folder_ / "out/steps/" + name),
                         1),
                     1 << 20)
            .find("192.0.2.1"),
        std::string::npos)
        << name;
  }
}

TEST_F(RankBuilder, RefusesWhatDoesNotFit) {
  EXPECT_THROW(build(), UsageError);
  options_.inputs.views = {folder_.write("views", "a 5\n")};
  EXPECT_THROW(build(), UsageError);
  const std::string file = folder_.write("2021-01", "a 5\n");
  options_.inputs.views = {
      file, folder_.path() + "/../" +
                fs::path(folder_.path()).filename().string() + "/2021-01"};
  EXPECT_THROW(build(), UsageError);
  options_.inputs.views = {folder_ / "none-2021-01"};
  EXPECT_THROW(build(), IoError);
}

TEST_F(RankBuilder, RanksNothing) {
  options_.inputs.views = {folder_.write("2021-01", "")};
  EXPECT_EQ(build().entities, 0U);
  EXPECT_EQ(text("rank-20210131.csv.gz"), "Entity,Rank\n");
}

}  // namespace
}  // namespace wax::rank
