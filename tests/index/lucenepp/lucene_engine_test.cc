#include "index/lucenepp/lucene_engine.h"

#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "io/error.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(LuceneEngine, GivesTheHitsAndScoresOfOurOwnReading) {
  TempDir folder;
  write_index(
      folder / "i",
      {{{"red", "heron"}, {"of", "the", "valley"}, {"20070101000000"}, "t"},
       {{}, {"heron", "and", "castle"}, {"20080101000000"}, "t"},
       {{}, {"castle"}, {}, "t"}});
  OpenOptions by_lucene;
  by_lucene.engine = lucene_engine();
  const IndexReader own = IndexReader::open({folder / "i"});
  const IndexReader lucene = IndexReader::open({folder / "i"}, by_lucene);
  for (const char* text : {"heron", "castle OR red", "heron -red", "date:2007",
                           "\"red heron\"", "cast*", "*"}) {
    const Query query = parse_query(text);
    const Hits expected = Searcher(own).search(query, 0, 10);
    const Hits found = Searcher(lucene).search(query, 0, 10);
    ASSERT_EQ(found.best.size(), expected.best.size()) << text;
    for (size_t i = 0; i < found.best.size(); ++i) {
      EXPECT_EQ(found.best[i].document, expected.best[i].document) << text;
      EXPECT_EQ(found.best[i].score, expected.best[i].score) << text;
    }
  }
}

TEST(LuceneEngine, RefusesWhatItDoesNotKnow) {
  TempDir folder;
  write_index(folder / "i", {{{"red"}, {"heron"}, {}, "t"}});
  OpenOptions by_lucene;
  by_lucene.engine = lucene_engine();
  const IndexReader reader = IndexReader::open({folder / "i"}, by_lucene);
  EXPECT_THROW((void)Searcher(reader).search(parse_query("h?ron"), 0, 1),
               UsageError);
}

}  // namespace
}  // namespace wax::index
