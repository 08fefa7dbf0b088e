#include "crawl/feeds/feed_schedule.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::crawl {
namespace {

FeedCapture capture(const std::string& url, const std::string& date,
                    const std::string& item) {
  FeedCapture feed;
  feed.url = url;
  feed.date = date;
  feed.items.push_back({item, "", "title"});
  return feed;
}

std::vector<FeedRhythm> rhythms(const std::vector<FeedCapture>& captures) {
  std::string text;
  for (const FeedCapture& one : captures) text += feed_line(one) + '\n';
  std::vector<FeedRhythm> found;
  auto lines = lines::lines_of(text);
  each_rhythm(*lines, [&](const FeedRhythm& one) { found.push_back(one); });
  return found;
}

TEST(FeedSchedule, UnchangedCapturesCount) {
  FeedCapture same;
  same.url = "http://a.example/feed";
  same.is_unchanged = true;
  std::vector<FeedCapture> captures(4, same);
  captures[0].date = "20251231000000";  // of what, nobody knows
  captures[1] = capture(same.url, "20260101000000", "1");
  captures[2].date = "20260102000000";
  captures[3].date = "20260103000000";
  same.url = "http://b.example/page";
  captures.push_back(same);
  auto found = rhythms(captures);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].captures, 3U);
  EXPECT_EQ(found[0].changes, 0U);
  EXPECT_EQ(found[0].last, "20260103000000");
  EXPECT_NEAR(found[0].interval, 4 * 3600 * 1.4 * 1.4, 1);
}

TEST(FeedSchedule, RevisitsHaveTheItemsOfTheirDigest) {
  const std::string url = "http://a.example/feed";
  auto whole = [&](const std::string& date, const std::string& item) {
    FeedCapture feed = capture(url, date, item);
    feed.digest = "sha1:" + item;
    return feed;
  };
  auto revisit = [&](const std::string& date, const std::string& item) {
    FeedCapture feed;
    feed.url = url;
    feed.date = date;
    feed.is_unchanged = true;
    if (!item.empty()) feed.digest = "sha1:" + item;
    return feed;
  };
  auto changes = [&](const std::vector<FeedCapture>& captures) {
    auto found = rhythms(captures);
    EXPECT_EQ(found.size(), 1U);
    EXPECT_EQ(found.at(0).captures, captures.size());
    return found.at(0).changes;
  };
  EXPECT_EQ(changes({whole("20260101", "a"), revisit("20260102", "a"),
                     whole("20260103", "b"), revisit("20260104", "a"),
                     revisit("20260105", "a"), revisit("20260106", "b"),
                     revisit("20260107", "")}),
            3U);
  // Of payloads that no capture has.
  EXPECT_EQ(changes({whole("20260101", "a"), revisit("20260102", "x"),
                     revisit("20260103", "x"), revisit("20260104", "a")}),
            2U);
  // Where captures do not say which payload they have, the revisit is of it.
  EXPECT_EQ(changes({capture(url, "20260101", "a"), revisit("20260102", "a")}),
            0U);
}

TEST(FeedSchedule, DigestsAreThoseOfTheFeed) {
  FeedCapture b = capture("http://b.example/", "20260101000000", "1");
  b.digest = "sha1:b";
  FeedCapture again = b;
  again.date = "20260103000000";
  again.items[0].url = "2";
  FeedCapture a = capture("http://a.example/", "20260101000000", "1");
  a.digest = "sha1:a";
  FeedCapture revisit;
  revisit.url = b.url;
  revisit.date = "20260104000000";
  revisit.is_unchanged = true;
  revisit.digest = "sha1:a";
  auto found = rhythms({a, b, again, revisit});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].changes, 2U);
}

TEST(FeedSchedule, IntervalsFollowChanges) {
  const std::string a = "http://a.example/feed";
  auto found = rhythms(
      {capture(a, "20260101000000", "1"), capture(a, "20260101000000", "1"),
       capture(a, "20260102000000", "1"), capture(a, "20260103000000", "2"),
       capture("http://b.example/", "20260101000000", "1")});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].url, a);
  EXPECT_EQ(found[0].captures, 3U);
  EXPECT_EQ(found[0].changes, 1U);
  EXPECT_EQ(found[0].first, "20260101000000");
  EXPECT_EQ(found[0].last, "20260103000000");
  EXPECT_NEAR(found[0].interval, 14400 * 1.4 * .8, 1e-6);
  EXPECT_EQ(found[0].due, "20260103042848");
  EXPECT_EQ(found[1].due, "20260101040000");
}

TEST(FeedSchedule, IntervalsHaveBounds) {
  std::vector<FeedCapture> same;
  std::vector<FeedCapture> changing;
  for (int i = 10; i < 60; ++i) {
    std::string date = "202601010000" + std::to_string(i);
    same.push_back(capture("http://a.example/", date, "1"));
    changing.push_back(capture("http://a.example/", date, std::to_string(i)));
  }
  EXPECT_EQ(rhythms(same)[0].interval, 365.0 * 86400);
  EXPECT_EQ(rhythms(changing)[0].interval, 60);
  EXPECT_TRUE(rhythms({}).empty());
}

TEST(FeedSchedule, OfOtherLinesIsRefused) {
  for (const char* line : {"mine\n", "\n", "http://a.example/ - 12 34\n"}) {
    EXPECT_THROW(each_rhythm(*lines::lines_of(std::string_view(line)),
                             [](const FeedRhythm&) {}),
                 UsageError)
        << line;
  }
}

TEST(FeedSchedule, OfUrlsWithSpaces) {
  auto found =
      rhythms({capture("http://a.example/a b", "20260101000000", "1")});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].url, "http://a.example/a%20b");
}

}  // namespace
}  // namespace wax::crawl
