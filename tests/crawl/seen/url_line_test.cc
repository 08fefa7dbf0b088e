#include "crawl/seen/url_line.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::crawl {
namespace {

TEST(UrlLine, HasAUrlAndPerhapsADate) {
  struct Case {
    std::string line;
    std::string url;
    std::string month;
  };
  const Case cases[] = {
      {"http://a.example/", "http://a.example/", ""},
      {"http://a.example/ 20261123010203", "http://a.example/", "2026-11"},
      {"http://a.example/\t202611\ta title", "http://a.example/", "2026-11"},
      {"http://a.example/ 2026 x", "http://a.example/", "2026-01"},
      {"http://a.example/ title 2026", "http://a.example/", ""},
      {"http://a.example/ 20261323", "http://a.example/", ""},
      {"http://a.example/x y\t202611", "http://a.example/x y", "2026-11"},
      {"  http://a.example/ 202611", "http://a.example/", "2026-11"},
  };
  for (const Case& one : cases) {
    auto parsed = parse_url_line(one.line);
    ASSERT_TRUE(parsed) << one.line;
    EXPECT_EQ(parsed->url, one.url) << one.line;
    EXPECT_EQ(parsed->month ? parsed->month->text() : "", one.month)
        << one.line;
  }
  for (const char* none : {"", "   ", "# http://a.example/"}) {
    EXPECT_FALSE(parse_url_line(none)) << none;
  }
}

TEST(UrlLine, DatesFollowTheUrlWhateverSeparatesThem) {
  auto line = parse_url_line("http://a.test/ 20260203\tTitle 2025");
  EXPECT_EQ(line->url, "http://a.test/");
  EXPECT_EQ(line->month, Month::of("202602"));
  line = parse_url_line("http://a.test/x 2020\t20260203");
  EXPECT_EQ(line->url, "http://a.test/x 2020");
  EXPECT_EQ(line->month, Month::of("202602"));
  line = parse_url_line("http://a.test/   20260203 x");
  EXPECT_EQ(line->month, Month::of("202602"));
}

TEST(UrlLine, DigitsThatAreNoDateAreABadOne) {
  for (const char* text :
       {"http://a.test/ 20269999", "http://a.test/\t20260230\tx",
        "http://a.test/ 20261301\tTitle", "http://a.test/ 1795123456789012"}) {
    auto line = parse_url_line(text);
    EXPECT_EQ(line->url, "http://a.test/") << text;
    EXPECT_TRUE(line->has_bad_date) << text;
    EXPECT_FALSE(line->month) << text;
  }
  for (const char* text : {"http://a.test/", "http://a.test/ -",
                           "http://a.test/\tTitle", "http://a.test/ 12 b"}) {
    EXPECT_FALSE(parse_url_line(text)->has_bad_date) << text;
  }
}

}  // namespace
}  // namespace wax::crawl
