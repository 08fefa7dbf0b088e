#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(Explain, TheScoreIsThatOfTheHit) {
  TempDir folder;
  write_index(folder / "i",
              {{{"red", "heron"}, {"of", "the", "valley"}, {}, "t"},
               {{}, {"heron", "and", "red"}, {}, "t"},
               {{}, {"castle"}, {}, "t"}});
  const IndexReader reader = IndexReader::open({folder / "i"});
  const Searcher searcher(reader);
  for (const char* text :
       {"heron", "red heron", "red OR castle", "title:red"}) {
    const Query query = parse_query(text);
    for (const Hit& hit : searcher.search(query, 0, 10).best) {
      const Explanation why = searcher.explain(query, hit.document);
      EXPECT_NEAR(why.score, hit.score, 1e-4) << text;
      EXPECT_FALSE(why.text.empty() && why.parts.empty());
    }
  }
}

}  // namespace
}  // namespace wax::index
