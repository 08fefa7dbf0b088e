#include "document/view/refresh.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(ReadRefresh, HasSecondsAndUrl) {
  struct Case {
    const char* value;
    const char* seconds;
    const char* url;
    bool at_once;
  };
  for (const Case& one :
       {Case{"0; url=a.html", "0", "a.html", true},
        {" 1.5 ;URL='/'", "1.5", "/", true},
        {"2;url=a", "2", "a", false},
        {"10, http://a.example/", "10", "http://a.example/", false},
        {"99999999999999999999999;url=a", "99999999999999999999999", "a",
         false}}) {
    const auto refresh = read_refresh(one.value);
    ASSERT_TRUE(refresh) << one.value;
    EXPECT_EQ(refresh->seconds, one.seconds);
    EXPECT_EQ(refresh->url, one.url);
    EXPECT_EQ(refresh->at_once, one.at_once) << one.value;
  }
}

TEST(ReadRefresh, ThePageItselfIsNone) {
  for (const char* value : {"", "0", "5;", "5;url=", "x;url=a", ";url=a"}) {
    EXPECT_FALSE(read_refresh(value)) << value;
  }
}

}  // namespace
}  // namespace wax::document
