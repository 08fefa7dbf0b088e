#include "answers/requests/escape.h"

#include <gtest/gtest.h>

namespace wax::answers {
namespace {

TEST(Escape, PartsOfUrlsHaveNoDelimiters) {
  EXPECT_EQ(url_part("a-b_c.d~e f/?&=#\xc3\xa4"),
            "a-b_c.d~e%20f%2F%3F%26%3D%23%C3%A4");
}

TEST(Escape, OnlyWebUrlsAreLinks) {
  EXPECT_TRUE(may_link("HTTP://a/"));
  EXPECT_TRUE(may_link("https://a/"));
  for (const char* url : {"javascript:alert(1)", " http://a", "data:,a", ""}) {
    EXPECT_FALSE(may_link(url)) << url;
  }
}

}  // namespace
}  // namespace wax::answers
