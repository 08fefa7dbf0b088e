#include "rank/rank_files.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(RankFilesOfAFolder, AreThoseOfTheLastRank) {
  tests::TempDir folder;
  EXPECT_FALSE(last_rank(folder.path()));
  folder.write("entities-20201231.txt", "");
  folder.write("entities-20210131.txt", "");
  for (const char* other :
       {"entities-20210228", "entities-2021022x.txt", "steady-20210228.csv.gz",
        "entities-20210228.txt.part-7", "rank-20210228.csv.gz"}) {
    folder.write(other, "");
  }
  const auto last = last_rank(folder.path());
  ASSERT_TRUE(last);
  EXPECT_EQ(last->day, "20210131");
  EXPECT_EQ(last->list(), folder / "rank-20210131.csv.gz");
  EXPECT_EQ(last->steady(), folder / "steady-20210131.csv.gz");
  EXPECT_EQ(last->entities(), folder / "entities-20210131.txt");
  EXPECT_EQ(last->plot(), folder / "plot-20210131.svg");
  EXPECT_EQ(last->stats(), folder / "stats-20210131.json");
  EXPECT_EQ(last->keys(), folder / "keys.gz");
  EXPECT_THROW((void)last_rank(folder / "none"), IoError);
}

TEST(StatedDigests, AreThoseOfStatisticsThatAreNotOlder) {
  tests::TempDir folder;
  const std::string digits(64, 'a');
  const std::string list = folder.write("rank-20210228.csv.gz", "x");
  EXPECT_EQ(stated_sha256(list), std::nullopt);
  const std::string stats = folder.write(
      "stats-20210228.json",
      "{\"File\":\"rank-20210228.csv.gz\",\"Sha256\":\"" + digits + "\"}");
  EXPECT_EQ(stated_sha256(list), digits);
  EXPECT_EQ(stated_sha256(stats), std::nullopt);
  EXPECT_EQ(stated_sha256("rank-20210228.csv.gz"), std::nullopt);
  namespace fs = std::filesystem;
  fs::last_write_time(stats, fs::last_write_time(list) - std::chrono::hours(1));
  EXPECT_EQ(stated_sha256(list), std::nullopt);
  folder.write(
      "stats-20210228.json",
      "{\"File\":\"rank-20210131.csv.gz\",\"Sha256\":\"" + digits + "\"}");
  EXPECT_EQ(stated_sha256(list), std::nullopt);
}

TEST(RankStates, ChangeWithTheRankAndItsMap) {
  tests::TempDir folder;
  EXPECT_EQ(rank_state(folder / "none"), "");
  EXPECT_EQ(rank_state(folder.path()), "");
  folder.write("entities-20210131.txt", "");
  EXPECT_EQ(rank_state(folder.path()), "");
  folder.write("rank-20210131.csv.gz", "a");
  const std::string first = rank_state(folder.path());
  folder.write("views-2021-02.gz", "not of the rank");
  EXPECT_EQ(rank_state(folder.path()), first);
  folder.write("keys.gz", "map");
  const std::string mapped = rank_state(folder.path());
  EXPECT_NE(mapped, first);
  folder.write("keys.gz", "other map");
  EXPECT_NE(rank_state(folder.path()), mapped);
  std::filesystem::remove(folder / "keys.gz");
  EXPECT_EQ(rank_state(folder.path()), first);
  folder.write("rank-20210131.csv.gz", "ab");
  EXPECT_NE(rank_state(folder.path()), first);
}

}  // namespace
}  // namespace wax::rank
