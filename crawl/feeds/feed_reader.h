// The feeds that archives have captured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/feeds/feed_items.h"
#include "io/problem.h"

namespace wax::crawl {

struct FeedCapture {
  std::string url;
  std::string date;  // of the capture, 14 digits
  FeedSummary summary;
  std::vector<FeedItem> items;
  // The server, or the digest, said so; neither items nor a kind are known, nor
  // whether it is a feed.
  bool is_unchanged = false;
  // Digest of the payload (warc::Payload::digest). An unchanged capture has the
  // payload with this digest; without a digest, the payload of the capture
  // before.
  std::string digest;
  // Its bytes are a list of URLs, its name is not that of a sitemap.
  bool is_url_list = false;
};

// Takes what archives say of feeds.
class FeedSink {
 public:
  virtual ~FeedSink() = default;
  // A capture of a feed, or an unchanged one.
  virtual void feed(FeedCapture& feed) = 0;
  // A list of URLs, which is a sitemap only if something names it.
  virtual void url_list(FeedCapture& list) = 0;
  // A list of sitemaps or a robots.txt names this one.
  virtual void named_sitemap(std::string_view url) = 0;
};

struct FeedCounts {
  uint64_t records = 0;
  uint64_t feeds = 0;  // captures of feeds
  uint64_t items = 0;
  uint64_t without_url = 0;  // items that are left out

  FeedCounts& operator+=(const FeedCounts& other) {
    records += other.records;
    feeds += other.feeds;
    items += other.items;
    without_url += other.without_url;
    return *this;
  }
};

// Gives each capture of a feed in an archive: responses with status 200 and
// resources whose bytes begin like a feed, also gzip'd ones, as sitemaps are.
// With `unchanged`, also each revisit and response with status 304, of whatever
// it may be. Its bytes tell a feed, not its media type. One that is longer than
// 64 MiB is cut; that, and damage after the first items, is reported
// ("feed-damaged"). `counts` has no lists of URLs. Memory: one feed with its
// items. Throws IoError, and what `sink` throws; of the archive, warc::Reader
// reports.
void read_feeds(const std::string& archive, FeedSink& sink, FeedCounts& counts,
                ProblemSink& problems, bool unchanged = false);

// The same for the feeds in a segment, which import has read: RSS and Atom. The
// dates of their items are not known. Memory: a block of the segment, and one
// feed. Throws as collection::SegmentReader, and what `sink` throws.
void read_segment_feeds(const std::string& segment, FeedSink& sink,
                        FeedCounts& counts);

}  // namespace wax::crawl
