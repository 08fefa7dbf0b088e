#include <gtest/gtest.h>

#include "answers/shown/page_changes.h"
#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

TEST(SimilarPages, AreOtherUrlsWithTheSameWords) {
  serve::SmallSite small;
  std::vector<ShownSimilarPage> pages =
      similar_pages(small.scope(), "http://example.org/1").all;
  ASSERT_GE(pages.size(), 2U);
  EXPECT_EQ(pages[0].page.title, "Heron 0");
  EXPECT_TRUE(pages[0].has_almost_the_same_text);
  EXPECT_EQ(pages[0].page.dates.size(), 2U);
}

TEST(SimilarPages, OfAnUnknownUrlAreNone) {
  serve::SmallSite small;
  SimilarPages none = similar_pages(small.scope(), "http://not.example/");
  EXPECT_TRUE(none.all.empty());
  EXPECT_FALSE(none.missing.any());
}

}  // namespace
}  // namespace wax::answers
