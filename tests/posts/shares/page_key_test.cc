#include "posts/shares/page_key.h"

#include <gtest/gtest.h>

namespace wax::posts {
namespace {

TEST(PageKey, IsTheUrlKey) {
  EXPECT_EQ(page_key("http://www.Example.org:80/A/b/?y=1&x=2#c"),
            "org,example)/a/b?x=2&y=1");
  EXPECT_EQ(page_key("http://example.org/bit.ly/A"), "org,example)/bit.ly/a");
  EXPECT_EQ(page_key("http://orbit.ly/A"), "ly,orbit)/a");
}

TEST(PageKey, OfShortLinksKnowsCase) {
  EXPECT_EQ(page_key("http://bit.ly/cbChTL"), "ly,bit)/cbChTL");
  EXPECT_EQ(page_key("https://www.BIT.ly:443/cbChTL/#x"), "ly,bit)/cbChTL");
  EXPECT_NE(page_key("http://bit.ly/CBCHTL"), page_key("http://bit.ly/cbChTL"));
  EXPECT_EQ(page_key("https://youtu.be/aB?t=1S"), "be,youtu)/aB?t=1S");
  EXPECT_EQ(page_key("http://t.co"), "co,t)/");
  EXPECT_EQ(page_key("http://t.co/a b"), "co,t)/a%20b");
}

}  // namespace
}  // namespace wax::posts
