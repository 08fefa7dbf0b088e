#include <gtest/gtest.h>

#include "serve/answers/page_changes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using Clock = std::chrono::steady_clock;

TEST(SimilarPages, AreOtherUrlsWithTheSameWords) {
  SmallSite small;
  std::vector<SimilarPage> pages = similar_pages(
      small.scope(), "http://example.org/1", Clock::time_point::max());
  ASSERT_GE(pages.size(), 2U);
  EXPECT_EQ(pages[0].page.title, "Heron 0");
  EXPECT_TRUE(pages[0].has_almost_the_same_text);
  EXPECT_EQ(pages[0].page.dates.size(), 2U);
}

TEST(SimilarPages, OfAnUnknownUrlAreNone) {
  SmallSite small;
  EXPECT_TRUE(similar_pages(small.scope(), "http://not.example/",
                            Clock::time_point::max())
                  .empty());
}

}  // namespace
}  // namespace wax::serve
