#include "index/match/proximity_boost.h"

#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(ProximityBoost, PairsAreRequiredNeighboursOfTheQuery) {
  EXPECT_EQ(pairs_of(parse_query("red heron castle")).size(), 2U);
  Query filtered;
  filtered.kind = Query::Kind::kAnd;
  filtered.parts = {parse_query("red heron castle"),
                    parse_query("type:text/html")};
  EXPECT_EQ(pairs_of(filtered).size(), 2U);
  EXPECT_TRUE(pairs_of(parse_query("heron")).empty());
  const auto repeated = pairs_of(parse_query("red heron red heron red"));
  ASSERT_EQ(repeated.size(), 2U);
  EXPECT_EQ(repeated[0].times, 2U);
  EXPECT_EQ(repeated[1].first.text, "heron");
  EXPECT_EQ(repeated[1].times, 2U);
  EXPECT_TRUE(pairs_of(parse_query("red OR heron")).empty());
  EXPECT_TRUE(pairs_of(parse_query("red -heron")).empty());
}

TEST(ProximityBoost, NearerWordsAreCloser) {
  TempDir folder;
  write_index(folder / "i", {{{}, {"red", "heron"}, {}, "t"},
                             {{}, {"red", "old", "heron"}, {}, "t"},
                             {{}, {"heron", "red"}, {}, "t"},
                             {{}, {"red"}, {}, "t"}});
  const IndexReader reader = IndexReader::open({folder / "i"});
  const Query query = parse_query("red heron");
  const auto pairs = pairs_of(query);
  ASSERT_EQ(pairs.size(), 1U);
  const Shard& shard = Searcher::shards_of(reader).front();
  const QueryTerms terms(query);
  const QueryTerms::InShard here = terms.look_up(shard, Deadline());
  PairReader pair(pairs[0], shard, terms, here);
  EXPECT_EQ(pair.closeness(0), 1);
  EXPECT_EQ(pair.closeness(1), 0.5F);
  EXPECT_EQ(pair.closeness(2), 0.5F);
  EXPECT_EQ(pair.closeness(3), 0);
}

}  // namespace
}  // namespace wax::index
