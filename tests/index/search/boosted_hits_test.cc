#include "index/search/boosted_hits.h"

#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

TEST(BoostedHits, HitsWithNeighboursComeFirst) {
  tests::TempDir folder;
  write_index(folder / "i", {{{}, {"heron", "x", "y", "z", "red"}, {}, "t"},
                             {{}, {"red", "heron", "x", "y", "z"}, {}, "t"},
                             {{}, {"red"}, {}, "t"}});
  const IndexReader reader = IndexReader::open({folder / "i"});
  const std::vector<Shard>& shards = Searcher::shards_of(reader);
  const Query query = parse_query("red heron");
  const std::vector<WordPair> pairs = pairs_of(query);
  QueryTerms terms(query);
  FoundTerms found = {terms.look_up(shards.front(), Deadline())};
  terms.count(*found[0]);
  SearchOptions options;
  const PairSearch search{shards, pairs, terms, found, 3, options};
  const std::vector<float> boosts = boosts_of(pairs, terms, 3, options);
  ASSERT_EQ(boosts.size(), 1U);
  EXPECT_GT(boosts[0], 0);

  std::vector<Hit> hits = {{0, 1}, {1, 1}};
  ASSERT_TRUE(add_proximity_boosts(search, 2, hits));
  EXPECT_EQ(hits[0].document, 1U);
  EXPECT_FLOAT_EQ(hits[0].score, 1 + boosts[0]);
  EXPECT_EQ(hits[1].document, 0U);
  EXPECT_LT(hits[1].score, hits[0].score);

  // One that is needed no more is looked at where it can become the first.
  hits = {{0, 1}, {1, 1}};
  ASSERT_TRUE(add_proximity_boosts(search, 1, hits));
  EXPECT_EQ(hits[0].document, 1U);

  // Without the time for it they stay as they are.
  options.deadline = std::chrono::steady_clock::now();
  hits = {{0, 1}, {1, 1}};
  EXPECT_FALSE(add_proximity_boosts(search, 2, hits));
  EXPECT_EQ(hits[0].document, 0U);
  EXPECT_EQ(hits[0].score, 1);
}

}  // namespace
}  // namespace wax::index
