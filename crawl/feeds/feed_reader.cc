#include "crawl/feeds/feed_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "cdx/url/url.h"
#include "collection/segment/segment.h"
#include "crawl/jobs/robots_rules.h"
#include "io/byte_source.h"
#include "warc/http/http.h"
#include "warc/reader/payload_reader.h"

namespace wax::crawl {
namespace {

constexpr uint64_t kLongestFeed = uint64_t{64} << 20;
constexpr size_t kBeginning = 1024;

// Whether the bytes may be those of a feed: "<" and a name, or "{".
bool begins_like_a_feed(std::string_view bytes) {
  constexpr std::array<std::string_view, 7> kRoots = {
      "<rss",          "<feed", "<rdf:RDF",    "<urlset",
      "<sitemapindex", "<RDF",  "jsonfeed.org"};
  if (std::any_of(kRoots.begin(), kRoots.end(), [&](std::string_view root) {
        return bytes.find(root) != bytes.npos;
      })) {
    return true;
  }
  // What stands before the root may be long, and its name may have a prefix.
  // UTF-16 has NULs between.
  return bytes.find("<?xml") != bytes.npos ||
         bytes.find(std::string_view("<\0?\0x\0m\0l\0", 10)) != bytes.npos ||
         bytes.find(std::string_view("\0<\0?\0x\0m\0l", 10)) != bytes.npos;
}

class FeedsOfArchive {
 public:
  FeedsOfArchive(const std::string& path, FeedSink& sink, FeedCounts& counts,
                 ProblemSink& problems)
      : path_(path), sink_(sink), counts_(counts), problems_(problems) {}

  void read(bool unchanged) {
    warc::PayloadReader reader(path_, problems_);
    if (unchanged) reader.give_unchanged();
    for (warc::Payload payload; reader.next(payload);) {
      FeedCapture begun;
      begun.url = payload.url;
      begun.date = payload.date;
      begun.digest = payload.digest;
      if (payload.body == nullptr) {
        begun.is_unchanged = true;
        sink_.feed(begun);
        continue;
      }
      if (is_robots(payload.url)) {
        read_robots(*payload.body);
        continue;
      }
      auto feed = read_body(*payload.body, std::move(begun));
      const warc::Extent extent = reader.finish();
      if (!feed) continue;
      const bool is_damaged = !feed->summary.whole || !reader.intact();
      if (is_damaged && !feed->is_url_list) {
        problems_.report({Severity::kWarning, "feed-damaged", path_,
                          extent.offset,
                          "items after the damage are missing: " + feed->url});
      }
      give(*feed);
    }
    counts_.records += reader.records();
  }

 private:
  static bool is_robots(std::string_view url) {
    const cdx::UrlParts parts = cdx::split_url(url);
    return parts.path == "/robots.txt" && parts.query.empty();
  }

  void read_robots(io::ByteSource& body) {
    const std::string text = io::read_all(body, kMostRobotsBytes);
    each_robots_sitemap(
        text, [&](std::string_view url) { sink_.named_sitemap(url); });
  }

  void give(FeedCapture& feed) {
    if (feed.is_url_list) return sink_.url_list(feed);
    ++counts_.feeds;
    counts_.items += feed.items.size();
    counts_.without_url += feed.summary.without_url;
    if (feed.summary.kind == FeedKind::kSitemapIndex) {
      for (const FeedItem& item : feed.items) sink_.named_sitemap(item.url);
    }
    sink_.feed(feed);
  }

  std::optional<FeedCapture> read_body(io::ByteSource& body, FeedCapture feed) {
    std::string_view begin = body.peek(kBeginning);
    if (begin.starts_with("\x1F\x8B")) return read_gzip(body, std::move(feed));
    const bool is_list = begins_like_url_list(begin);
    if (!is_list && !begins_like_a_feed(begin)) return {};
    const std::string bytes = io::read_all(body, kLongestFeed);
    feed.summary = read_feed_items(bytes, feed.url, [&](FeedItem& item) {
      feed.items.push_back(std::move(item));
    });
    if (feed.summary.kind == FeedKind::kNone) return {};
    if (!body.peek(1).empty()) feed.summary.whole = false;
    feed.is_url_list = is_list && !is_text_sitemap(feed.url);
    return feed;
  }

  std::optional<FeedCapture> read_gzip(io::ByteSource& body, FeedCapture feed) {
    warc::Headers gzip;
    gzip.parse("Content-Encoding: gzip\r\n");
    NoProblems ignored;
    auto inflated = warc::decode_body(body, gzip, {}, ignored, where_);
    if (inflated->peek(2).starts_with("\x1F\x8B")) return {};
    return read_body(*inflated, std::move(feed));
  }

  const std::string& path_;
  const Problem where_;  // of problems that nobody is told
  FeedSink& sink_;
  FeedCounts& counts_;
  ProblemSink& problems_;
};

}  // namespace

void read_feeds(const std::string& archive, FeedSink& sink, FeedCounts& counts,
                ProblemSink& problems, bool unchanged) {
  FeedsOfArchive(archive, sink, counts, problems).read(unchanged);
}

void read_segment_feeds(const std::string& segment, FeedSink& sink,
                        FeedCounts& counts) {
  collection::SegmentReader reader(segment);
  for (document::Document page; reader.next(page);) {
    if (!reader.next_links(page)) break;
    ++counts.records;
    // Pages of HTML have items for other reasons.
    if (page.type.find("html") != page.type.npos) continue;
    FeedCapture feed;
    for (document::Link& link : page.links) {
      if (link.rel == "item") {
        feed.items.push_back({std::move(link.url), "", std::move(link.text)});
      }
    }
    if (feed.items.empty()) continue;
    feed.url = page.url;
    feed.date = page.date;
    feed.summary.kind = page.type.find("atom") == page.type.npos
                            ? FeedKind::kRss
                            : FeedKind::kAtom;
    feed.summary.title = page.title;
    ++counts.feeds;
    counts.items += feed.items.size();
    sink.feed(feed);
  }
}

}  // namespace wax::crawl
