#include "crawl/feeds/feed_lists.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::crawl {
namespace {

TEST(FeedLists, AnItemIsALine) {
  FeedCapture feed;
  feed.url = "http://a.example/my feed";
  feed.date = "20260101000000";
  feed.items = {{"http://a.example/1", "20251231000000", "One two"},
                {"http://a.example/2", "", ""}};
  std::string lines;
  append_item_lines(feed, lines);
  EXPECT_EQ(lines,
            "http://a.example/1\t20260101000000\t20251231000000\t"
            "http://a.example/my%20feed\tOne two\n"
            "http://a.example/2\t20260101000000\t-\t"
            "http://a.example/my%20feed\t\n");
}

TEST(FeedLists, TheFirstCaptureOfAnItemCounts) {
  const std::string sorted =
      "u1\t2001\t-\tf1\tt\n"
      "u1\t2001\t-\tf2\tt\n"
      "u1\t2002\t-\tf1\tother\n"
      "u2\t2002\t-\tf1\tt\n"
      "odd\n";
  auto lines = first_items(lines::lines_of(sorted));
  std::string found;
  for (std::string_view line; lines->next(line);) (found += line) += '\n';
  EXPECT_EQ(found,
            "u1\t2001\t-\tf1\tt\nu1\t2001\t-\tf2\tt\nu2\t2002\t-\tf1\tt\n"
            "odd\n");
}

}  // namespace
}  // namespace wax::crawl
