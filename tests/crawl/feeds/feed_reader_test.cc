#include "crawl/feeds/feed_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collection/segment/segment.h"
#include "tests/support/archives.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

const std::string kFeed =
    "<?xml version='1.0'?><rss><channel><item><link>/1</link><title>One"
    "</title></item></channel></rss>";

std::string http(const std::string& head, const std::string& body) {
  return "HTTP/1.1 " + head + "\r\n\r\n" + body;
}

std::string record(const std::string& url, const std::string& block,
                   const std::string& type = "response") {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: " +
         (type == "response" ? "application/http;msgtype=response"
                             : "application/xml") +
         "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         block + "\r\n\r\n";
}

class Found final : public FeedSink {
 public:
  std::vector<FeedCapture> feeds;
  std::vector<FeedCapture> lists;
  std::vector<std::string> sitemaps;
  void feed(FeedCapture& feed) override { feeds.push_back(feed); }
  void url_list(FeedCapture& list) override { lists.push_back(list); }
  void named_sitemap(std::string_view url) override {
    sitemaps.emplace_back(url);
  }
};

std::vector<std::string> feeds_of(const std::string& archive,
                                  tests::Problems& problems) {
  tests::TempDir folder;
  FeedCounts counts;
  Found sink;
  read_feeds(folder.write("a.warc", archive), sink, counts, problems);
  std::vector<std::string> found;
  for (const FeedCapture& feed : sink.feeds) {
    found.push_back(feed.url + ' ' + feed.date + ' ' +
                    std::to_string(feed.items.size()));
  }
  EXPECT_EQ(counts.feeds, found.size());
  return found;
}

TEST(FeedReader, GivesUnchangedCapturesWhenAsked) {
  tests::TempDir folder;
  tests::Problems problems;
  const std::string path = folder.write(
      "a.warc",
      record("http://a.example/1", http("200 OK", kFeed)) +
          record("http://a.example/1", http("304 Not Modified", "")) +
          record("http://a.example/2", http("200 OK", ""), "revisit") +
          record("http://a.example/3", http("404 No", "")));
  Found sink;
  FeedCounts counts;
  read_feeds(path, sink, counts, problems, true);
  std::string found;
  for (const FeedCapture& feed : sink.feeds) {
    found += feed.url + (feed.is_unchanged ? " same\n" : "\n");
  }
  EXPECT_EQ(found,
            "http://a.example/1\nhttp://a.example/1 same\n"
            "http://a.example/2 same\n");
  EXPECT_EQ(counts.feeds, 1U);
}

TEST(FeedReader, TellsFeedsByTheirBytes) {
  tests::Problems problems;
  EXPECT_EQ(
      feeds_of(
          record("http://a.example/1", http("200 OK", kFeed)) +
              record("http://a.example/2",
                     http("200 OK\r\nContent-Type: image/gif", kFeed)) +
              record("http://a.example/3", http("404 Not Found", kFeed)) +
              record("http://a.example/4", http("200 OK", "<html>x</html>")) +
              record("http://a.example/5",
                     http("200 OK", "<?xml version='1.0'?><html/>")) +
              record("http://a.example/6.xml.gz",
                     http("200 OK", tests::gzip_member(kFeed))) +
              record("http://a.example/7",
                     http("200 OK\r\nContent-Encoding: gzip",
                          tests::gzip_member(kFeed))) +
              record("http://a.example/8", kFeed, "resource") +
              record("http://a.example/9", http("200 OK", ""), "response") +
              record("http://a.example/r", http("200 OK", kFeed), "request"),
          problems),
      (std::vector<std::string>{"http://a.example/1 20260102030405 1",
                                "http://a.example/2 20260102030405 1",
                                "http://a.example/6.xml.gz 20260102030405 1",
                                "http://a.example/7 20260102030405 1",
                                "http://a.example/8 20260102030405 1"}));
  EXPECT_TRUE(problems.all.empty());
}

TEST(FeedReader, GivesListsOfUrlsAndWhatNamesSitemaps) {
  tests::TempDir folder;
  tests::Problems problems;
  const std::string list = "http://a.example/1\nhttp://a.example/2\n";
  const std::string path = folder.write(
      "a.warc",
      record("http://a.example/robots.txt",
             http("200 OK",
                  "User-agent: *\rsitemap : /x.txt # one\r\n"
                  "Sitemap: http://a.example/urls.txt\n")) +
          record("http://a.example/robots.txt?x",
                 http("200 OK", "Sitemap: http://a.example/none\n")) +
          record("http://a.example/urls.txt", http("200 OK", list)) +
          record("http://a.example/sitemap.txt", http("200 OK", list)) +
          record("http://a.example/all.gz",
                 http("200 OK", tests::gzip_member(list))) +
          record("http://a.example/index.xml",
                 http("200 OK",
                      "<sitemapindex><sitemap><loc>http://a.example/all.gz"
                      "</loc></sitemap></sitemapindex>")));
  Found sink;
  FeedCounts counts;
  read_feeds(path, sink, counts, problems);
  EXPECT_EQ(sink.sitemaps,
            (std::vector<std::string>{"/x.txt", "http://a.example/urls.txt",
                                      "http://a.example/all.gz"}));
  ASSERT_EQ(sink.lists.size(), 2U);
  EXPECT_EQ(sink.lists[0].url, "http://a.example/urls.txt");
  EXPECT_EQ(sink.lists[1].url, "http://a.example/all.gz");
  EXPECT_EQ(sink.lists[1].items.size(), 2U);
  ASSERT_EQ(sink.feeds.size(), 2U);
  EXPECT_EQ(sink.feeds[0].url, "http://a.example/sitemap.txt");
  EXPECT_EQ(counts.feeds, 2U);
  EXPECT_EQ(counts.items, 3U);
}

TEST(FeedReader, ReportsDamage) {
  tests::Problems problems;
  EXPECT_EQ(feeds_of(record("http://a.example/1",
                            http("200 OK", kFeed.substr(0, kFeed.size() - 9))),
                     problems)
                .size(),
            1U);
  EXPECT_EQ(problems.ids(), std::vector<std::string>{"feed-damaged"});
}

TEST(FeedReader, ReadsFeedsOfSegments) {
  tests::TempDir folder;
  document::Document page;
  page.url = "http://e.org/feed";
  page.urlkey = "org,e)/feed";
  page.digest = "sha1:A";
  page.date = "20070531203500";
  page.type = "application/rss+xml";
  page.title = "News";
  page.links = {{"http://e.org/1", "One", "item"},
                {"http://e.org/in-text", "see", ""},
                {"http://e.org/1.mp3", "One", "enclosure"},
                {"http://e.org/2", "Two", "item"}};
  document::Document other = page;
  other.url = "http://e.org/page";
  other.urlkey = "org,e)/page";
  other.type = "text/html";
  tests::write_segment(folder / "s", {page, other});
  EXPECT_TRUE(collection::is_segment(folder / "s"));
  EXPECT_FALSE(collection::is_segment(folder.path()));
  FeedCounts counts;
  Found sink;
  read_segment_feeds(folder / "s", sink, counts);
  std::string found;
  for (const FeedCapture& feed : sink.feeds) {
    found += feed.url + ' ' + feed.date + ' ' + feed.summary.title + ':';
    for (const FeedItem& item : feed.items) {
      found += ' ' + item.url + ' ' + item.title + item.date;
    }
  }
  EXPECT_EQ(found,
            "http://e.org/feed 20070531203500 News: http://e.org/1 One "
            "http://e.org/2 Two");
  EXPECT_EQ(counts.records, 2U);
  EXPECT_EQ(counts.feeds, 1U);
  EXPECT_EQ(counts.items, 2U);
}

}  // namespace
}  // namespace wax::crawl
