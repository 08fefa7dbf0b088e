#include "index/match/query_terms.h"

#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(QueryTermsTest, DocumentsAreThoseOfTheFieldInWhichMostHaveTheWord) {
  TempDir folder;
  write_index(folder / "i", {{{"heron"}, {"heron"}, {}, "t"},
                             {{}, {"heron"}, {}, "t"},
                             {{}, {"castle"}, {}, "t"}});
  const IndexReader reader = IndexReader::open({folder / "i"});
  const Query query = parse_query("heron OR castle OR none");
  QueryTerms terms(query);
  for (const Shard& shard : Searcher::shards_of(reader)) {
    terms.count(terms.look_up(shard, Deadline()));
  }
  EXPECT_EQ(terms.documents("", query.parts[0].words[0]), 2U);
  EXPECT_EQ(terms.documents("title", query.parts[0].words[0]), 1U);
  EXPECT_EQ(terms.documents("", query.parts[2].words[0]), 0U);
  EXPECT_GT(terms.rarity(query.parts[1], 3), terms.rarity(query.parts[0], 3));
}

TEST(QueryTermsTest, ManyTermsAreFoundAsFewAre) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "word" + std::to_string(i) + ' ';
  const Query query = parse_query(text);
  const QueryTerms terms(query);
  std::set<size_t> numbers;
  for (const Query& part : query.parts) {
    numbers.insert(terms.number("content", part.words[0]));
  }
  EXPECT_EQ(numbers.size(), 40U);
}

}  // namespace
}  // namespace wax::index
