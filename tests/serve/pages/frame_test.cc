#include "serve/pages/frame.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(Frame, IsAroundAPage) {
  SmallSite small;
  PageFrame frame;
  frame.title = "<T>";
  frame.query = "\"q\"";
  frame.current = "/api";
  answers::Response response =
      page(small.scope(), frame, "error", {{"reason", "R"}}, 404);
  EXPECT_EQ(response.status, 404);
  EXPECT_NE(response.body.find("<title>&lt;T&gt;</title>"), std::string::npos);
  EXPECT_NE(response.body.find("value=\"&quot;q&quot;\""), std::string::npos);
  EXPECT_NE(response.body.find("<main id=\"main\"><h1>R</h1>"),
            std::string::npos);
  EXPECT_NE(response.body.find("<a href=\"/api\" aria-current=\"page\">"),
            std::string::npos);
  EXPECT_EQ(response.body.find("name=\"in\""), std::string::npos);
}

TEST(Frame, NumbersAndSizesAreReadable) {
  EXPECT_EQ(size_text(*find_words("en"), 999), "999 bytes");
  EXPECT_EQ(size_text(*find_words("en"), 1), "1 byte");
  EXPECT_EQ(size_text(*find_words("en"), 1234), "1.2 kB");
  EXPECT_EQ(size_text(*find_words("en"), 999'600), "1.0 MB");
  EXPECT_EQ(size_text(*find_words("fr"), 1234), "1,2 ko");
  EXPECT_EQ(percent_of(0, 0), 1);
  EXPECT_EQ(percent_of(1, 1000), 1);
  EXPECT_EQ(percent_of(500, 1000), 50);
  EXPECT_EQ(shade(0, 5), 0);
  EXPECT_EQ(shade(5, 5), 5);
}

TEST(Frame, DatesAreTimeElementsOrThemselves) {
  EXPECT_EQ(rendered("date", day_values(*find_words("en"), "20061105100001")),
            "<time datetime=\"2006-11-05T10:00:01Z\">5 Nov 2006</time>");
  EXPECT_EQ(
      rendered("date", moment_values(*find_words("en"), "20061125100001")),
      "<time datetime=\"2006-11-25T10:00:01Z\">25 Nov 2006 "
      "10:00:01</time>");
  for (const char* odd : {"2006", "20061305100001", "2006110510000x"}) {
    EXPECT_EQ(rendered("date", moment_values(*find_words("en"), odd)),
              "<span>" + std::string(odd) + "</span>");
  }
}

TEST(Frame, LinksKeepTheUrlOfACapture) {
  SmallSite small;
  answers::Scope scope = small.scope();
  EXPECT_EQ(url_page_href(scope, "http://a/?b=c&d"),
            "/url?url=http%3A%2F%2Fa%2F%3Fb%3Dc%26d");
  EXPECT_EQ(raw_href(scope, "2007", "http://a/\" x"),
            "/raw/2007id_/http://a/%22%20x");
  EXPECT_EQ(capture_href(scope, "2007", "javascript:x"),
            "/url?url=javascript%3Ax#at-2007");
  EXPECT_EQ(short_url("https://www.a.org/b"), "a.org/b");
  EXPECT_EQ(short_url("http://xn--mller-kva.example:8080/xn--a"),
            "m\u00FCller.example:8080/xn--a");
  EXPECT_EQ(short_url("http://xn--mller-kva.example@evil.example/"),
            "xn--mller-kva.example@evil.example/");
  EXPECT_EQ(title_or_url("", "http://a.org/"), "a.org/");
  EXPECT_EQ(title_or_url("T", "http://a.org/"), "T");
}

}  // namespace

}  // namespace wax::serve
