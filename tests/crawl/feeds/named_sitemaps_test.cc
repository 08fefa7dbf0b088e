#include "crawl/feeds/named_sitemaps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::crawl {
namespace {

TEST(NamedSitemaps, GiveTheLinesOfListsThatAreNamed) {
  NamedSitemaps named({});
  FeedCapture list;
  list.url = "http://www.e.org/urls.txt";
  list.items.resize(2);
  list.summary.without_url = 3;
  named.add(list, "a\tb\nb\n");
  list.url = "http://e.org/other.txt";
  named.add(list, "c\n");
  named.name("https://e.org/urls.txt");
  named.name("http://e.org/nothing.txt");
  list.url = "http://e.org/urls.txt";
  list.items.resize(1);
  list.summary.without_url = 0;
  named.add(list, "d\n");
  std::vector<std::string> lines;
  FeedCounts counts;
  named.each_line([&](std::string_view line) { lines.emplace_back(line); },
                  counts);
  EXPECT_EQ(lines, (std::vector<std::string>{"a\tb", "b", "d"}));
  EXPECT_EQ(counts.feeds, 2U);
  EXPECT_EQ(counts.items, 3U);
  EXPECT_EQ(counts.without_url, 3U);
}

}  // namespace
}  // namespace wax::crawl
