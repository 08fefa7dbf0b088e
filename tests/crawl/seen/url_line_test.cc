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
  for (const char* none : {"", "   ", "# http://a.example/", "\t202611"}) {
    EXPECT_FALSE(parse_url_line(none)) << none;
  }
}

}  // namespace
}  // namespace wax::crawl
