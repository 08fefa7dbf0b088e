#include "rank/rank_lookup.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(RankLookups, FindEntitiesOfTheLastRank) {
  tests::TempDir folder;
  std::string lines;
  for (const RankEntry& entry : {RankEntry{"!a", 2, {5, 4, 2}, "b", "c"},
                                 RankEntry{"b", 1, {9, 9, 1}, "", "!a"},
                                 RankEntry{"c", 3, {1, 1, 1}, "!a", ""}}) {
    append_rank_entry(entry, lines);
    lines += '\n';
  }
  EXPECT_EQ(lines, "!a 2 5 4 2 b c\nb 1 9 9 1 - !a\nc 3 1 1 1 !a -\n");
  folder.write("entities-20210131.txt", "z 1 1 1 1 - -\n");
  folder.write("entities-20210228.txt", lines);
  folder.write("stats-20210228.json", "{\"File\":\"x\",\"Entities\":3}\n");
  RankLookup ranks(folder.path());
  EXPECT_EQ(ranks.entities(), 3U);
  for (const char* name : {"!a", "b", "c"}) {
    auto entry = ranks.find(name);
    ASSERT_TRUE(entry) << name;
    std::string line;
    append_rank_entry(*entry, line);
    EXPECT_NE(lines.find(line + '\n'), std::string::npos) << line;
  }
  EXPECT_FALSE(ranks.find("z"));
  EXPECT_FALSE(ranks.find(""));
  EXPECT_FALSE(ranks.find("!"));
}

TEST(RankLookups, RefuseFoldersWithoutARank) {
  tests::TempDir folder;
  EXPECT_THROW(RankLookup(folder.path()), UsageError);
  EXPECT_THROW(RankLookup(folder / "none"), IoError);
}

TEST(Percentiles, AreOfTheFirstAHundred) {
  EXPECT_EQ(percentile(1, 3), "100.00");
  EXPECT_EQ(percentile(2, 3), "66.66");
  EXPECT_EQ(percentile(3, 3), "33.33");
  EXPECT_EQ(percentile(1, 1), "100.00");
}

}  // namespace
}  // namespace wax::rank
