#include "serve/http/escape.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "serve/http/answer.h"
#include "serve/http/message.h"

namespace wax::serve {
namespace {

TEST(Escape, HtmlHasNoMarkupOfTheText) {
  EXPECT_EQ(html("<a href=\"x\" b='c'>&"),
            "&lt;a href=&quot;x&quot; b=&#39;c&#39;&gt;&amp;");
  EXPECT_EQ(html("\xc3\xa4\xff\x01\xc2\x85|\t"),
            "\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|\t");
}

TEST(Escape, PartsOfUrlsHaveNoDelimiters) {
  EXPECT_EQ(url_part("a-b_c.d~e f/?&=#\xc3\xa4"),
            "a-b_c.d~e%20f%2F%3F%26%3D%23%C3%A4");
  EXPECT_EQ(percent_decoded("%41%2fb%zz%4"), "A/b%zz%4");
}

TEST(Escape, OnlyWebUrlsAreLinks) {
  EXPECT_TRUE(may_link("HTTP://a/"));
  EXPECT_TRUE(may_link("https://a/"));
  for (const char* url : {"javascript:alert(1)", " http://a", "data:,a", ""}) {
    EXPECT_FALSE(may_link(url)) << url;
  }
}

TEST(PercentDecoded, HasNoNul) {
  EXPECT_EQ(percent_decoded("a%00b%0"),
            "a\xEF\xBF\xBD"
            "b%0");
}

TEST(Parameters, AreDecoded) {
  Parameters parameters("a=1&b=%26+c&&a=2&flag&off=false&n=7&bad=-1");
  EXPECT_EQ(parameters.get("b"), "& c");
  EXPECT_EQ(parameters.all("a"), (std::vector<std::string>{"1", "2"}));
  EXPECT_TRUE(parameters.has("flag"));
  EXPECT_TRUE(parameters.flag("flag"));
  EXPECT_FALSE(parameters.flag("off"));
  EXPECT_FALSE(parameters.flag("none"));
  EXPECT_EQ(parameters.number("n", 1), 7U);
  EXPECT_EQ(parameters.number("m", 1), 1U);
  EXPECT_THROW((void)parameters.number("bad", 1), UsageError);
}

TEST(AcceptEncoding, AllowsGzipByNameOrStar) {
  for (const char* value : {"gzip", "br, gzip", "GZIP;q=0.1", "*", "*;q=1"}) {
    EXPECT_TRUE(accepts_gzip(value)) << value;
  }
  for (const char* value : {"", "br", "gzip;q=0", "gzip; q=0.000", "xgzip"}) {
    EXPECT_FALSE(accepts_gzip(value)) << value;
  }
}

TEST(HttpDate, IsThatOfTheRfc) {
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
}

}  // namespace
}  // namespace wax::serve
