// The feeds that archives have captured.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
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

// Calls `use` with each capture of a feed in an archive: responses with status
// 200 and resources whose bytes begin like a feed, also gzip'd ones, as
// sitemaps are. With `unchanged`, also with each revisit and response with
// status 304, of whatever it may be. Its bytes tell a feed, not its media type.
// One that is longer than 64 MiB is cut; that, and damage after the first
// items, is reported
// ("feed-damaged"). Memory: one feed with its items. Throws IoError, and what
// `use` throws; of the archive, warc::Reader reports.
void read_feeds(const std::string& archive,
                const std::function<void(FeedCapture& feed)>& use,
                FeedCounts& counts, ProblemSink& problems,
                bool unchanged = false);

// The same for the feeds in a segment, which import has read: RSS and Atom. The
// dates of their items are not known. Memory: a block of the segment, and one
// feed. Throws as collection::SegmentReader, and what `use` throws.
void read_segment_feeds(const std::string& segment,
                        const std::function<void(FeedCapture& feed)>& use,
                        FeedCounts& counts);

}  // namespace wax::crawl
