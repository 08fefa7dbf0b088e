#include "index/match/bits_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "index/search/searcher.h"
#include "index/writer/index_writer.h"
#include "tests/index/search/pages.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using tests::TempDir;

TEST(DocumentBitsTest, AreInWholeWindows) {
  DocumentBits bits(kWindow + 1);
  bits.add(3);
  bits.add(kWindow);
  const std::vector<uint64_t> words = bits.take();
  ASSERT_EQ(words.size(), 2 * kWindow / 64);
  EXPECT_EQ(words[0], 8U);
  EXPECT_EQ(words[kWindow / 64], 1U);
}

TEST(BitsMakerTest, ABeginningOfTooManyValuesIsCutAndSaysSo) {
  TempDir folder;
  {
    IndexWriter writer(folder / "i", {});
    for (int i = 0; i < 50; ++i) {
      std::string url = "http://example.org/" + std::to_string(100 + i);
      writer.add({{"url", url}});
    }
    writer.finish();
  }
  IndexReader reader = IndexReader::open({folder / "i"});
  for (const char* text : {"exacturl:http*", "exacturl:*",
                           "url:http://example.org/*", "exacturl:*example*"}) {
    Query query = parse_query(text);
    tests::Problems problems;
    SearchOptions options;
    options.problems = &problems;
    EXPECT_EQ(Searcher(reader).search(query, 0, 9, options).total, 50U);
    EXPECT_THAT(problems.ids(), ElementsAre()) << text;
    options.most_values = 20;
    EXPECT_EQ(Searcher(reader).search(query, 0, 9, options).total, 20U);
    EXPECT_THAT(problems.ids(), ElementsAre("query-prefix-cut")) << text;
    EXPECT_THAT(problems.all[0].text, testing::HasSubstr("values")) << text;
  }
}

}  // namespace
}  // namespace wax::index
