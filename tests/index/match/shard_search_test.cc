#include "index/match/shard_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/match/matcher_maker.h"
#include "index/match/query_terms.h"
#include "index/search/searcher.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(ShardSearchTest, KeepsTheBestAndCountsAll) {
  TempDir folder;
  std::vector<Page> pages(5000, {{}, {"common"}, {}, "t"});
  for (size_t n : {4000, 17, 2500}) {
    pages[n].content.insert(pages[n].content.end(), {"common", "common"});
  }
  write_index(folder / "i", pages);
  const IndexReader reader = IndexReader::open({folder / "i"});
  const Shard& shard = Searcher::shards_of(reader).front();
  const Query query = parse_query("common");
  QueryTerms terms(query);
  const Deadline deadline;
  QueryTerms::InShard in_shard = terms.look_up(shard, deadline);
  terms.count(in_shard);
  const SearchOptions options;
  MatcherMaker maker(shard, terms, in_shard, 5000, deadline, options);
  MatcherPtr matcher = maker.matcher(query);
  ASSERT_TRUE(matcher);
  BestHits best(3);
  ShardSearch search(*matcher, shard, deadline, options, maker.rounding(),
                     best);
  search.run(best);
  EXPECT_EQ(search.total(), 5000U);
  EXPECT_TRUE(search.total_is_exact());
  EXPECT_EQ(search.searched(), 5000U);
  std::vector<uint64_t> found;
  for (const Hit& hit : std::move(best).sorted()) {
    found.push_back(hit.document);
  }
  EXPECT_THAT(found, testing::ElementsAre(17, 2500, 4000));
}

}  // namespace
}  // namespace wax::index
