#include "crawl/check/url_traps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::crawl {
namespace {

std::string forms_of(const std::vector<std::string>& urls) {
  std::string found;
  for (const UrlTrap& trap : url_traps({urls.begin(), urls.end()}, 2026)) {
    found += trap.form + ' ' + std::to_string(trap.urls) + '|';
  }
  return found;
}

std::vector<std::string> numbered(const std::string& before,
                                  const std::string& after, int first,
                                  int count) {
  std::vector<std::string> urls;
  for (int i = first; i < first + count; ++i) {
    urls.push_back(before + std::to_string(i) + after);
  }
  return urls;
}

TEST(UrlTraps, AreUrlsThatGrow) {
  EXPECT_EQ(forms_of({"http://a/x/y/x/y/x/y/1", "http://a/x/y/x/y/x/y/x/y"}),
            "http://a/.../x/y/... 2|");
  EXPECT_EQ(forms_of({"http://a/z/z/z/", "http://a/z/z/"}),
            "http://a/.../z/... 1|");
  EXPECT_EQ(forms_of({"http://a/2026/2026/2026/", "http://a/a/b/a/c/a/d"}), "");
  EXPECT_EQ(forms_of({"http://a/p?f=1&f=1&f=1", "http://a/p?f=1&f=2&f=3"}),
            "http://a/p?...f=1... 1|");
}

TEST(UrlTraps, AreCalendarsThatLeaveTheirTime) {
  EXPECT_EQ(forms_of(numbered("http://a/cal?year=", "&month=1", 2020, 12)),
            "http://a/cal?year=#&month=# 12|");
  EXPECT_EQ(forms_of(numbered("http://a/events/", "-05", 2025, 12)),
            "http://a/events/#-# 12|");
  EXPECT_EQ(forms_of(numbered("http://a/cal?year=", "&month=1", 2016, 12)), "");
  EXPECT_EQ(forms_of(numbered("http://a/cal?year=", "&month=1", 2020, 11)), "");
  EXPECT_EQ(forms_of(numbered("http://a/event/", "", 2020, 40)), "");
  EXPECT_EQ(forms_of(numbered("http://a/item/", "-05", 2025, 12)), "");
}

TEST(UrlTraps, AreSessionsOfOnePage) {
  EXPECT_EQ(forms_of({"http://a/p?sid=1&q=2", "http://a/p?sid=2&q=2",
                      "http://a/p?sid=3&q=2", "http://a/p?sid=3&q=3"}),
            "http://a/p?sid=*&q=2 3|");
  EXPECT_EQ(forms_of(numbered("http://a/p;jsessionid=", "?q", 1, 3)),
            "http://a/p;jsessionid=*?q 3|");
  EXPECT_EQ(forms_of(numbered("http://a/p?q=1&sid=", "", 1, 2)), "");
  EXPECT_EQ(forms_of(numbered("http://a/p?id=", "", 1, 30)), "");
  EXPECT_EQ(forms_of({"", "?", ";", "http://", "http://a?sid", "x=;="}), "");
}

}  // namespace
}  // namespace wax::crawl
