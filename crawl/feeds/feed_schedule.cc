#include "crawl/feeds/feed_schedule.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "cdx/url/url.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

// In place of the hash of an unchanged capture, and of a digest.
constexpr std::string_view kNone = "-";
constexpr double kFirstInterval = 4 * 3600;
constexpr double kUnchanged = 1.4;
constexpr double kChanged = 0.8;
constexpr double kLeast = 60;
constexpr double kMost = 365.0 * 86400;

uint64_t hash_of_items(const FeedCapture& feed) {
  std::string urls;
  for (const FeedItem& item : feed.items) (urls += item.url) += '\n';
  return XXH3_64bits(urls.data(), urls.size());
}

class RhythmCounter {
 public:
  explicit RhythmCounter(const std::function<void(const FeedRhythm&)>& use)
      : use_(use) {}

  // `items`: the hash of the items.
  void add(std::string_view url, std::string_view date, std::string_view items,
           std::string_view digest) {
    const bool is_first = feed_.captures == 0 || url != feed_.url;
    const bool is_revisit = items == kNone;
    if (is_first) {
      end();
      if (is_revisit) return;
      feed_.url = url;
      feed_.first = date;
      feed_.interval = kFirstInterval;
    }
    const std::string hash =
        is_revisit ? revisited(digest) : std::string(items);
    if (digest != kNone) {
      digest_ = digest;
      items_of_.emplace(digest, hash);
    }
    if (is_first) {
      // Nothing is before it.
    } else if (date == feed_.last && hash == hash_) {
      return;
    } else if (hash == hash_) {
      set_interval(kUnchanged);
    } else {
      ++feed_.changes;
      set_interval(kChanged);
    }
    ++feed_.captures;
    feed_.last = date;
    hash_ = hash;
  }

  void end() {
    if (feed_.captures > 0) {
      feed_.due = warc::date14_of_seconds(
          warc::last_second(feed_.last) +
          static_cast<int64_t>(std::llround(feed_.interval)));
      use_(feed_);
    }
    feed_ = {};
    digest_.clear();
    items_of_.clear();
  }

 private:
  // The hash of the items of a revisit; of a payload that was not captured, but
  // differs from the one before, one that no items have.
  std::string revisited(std::string_view digest) const {
    if (digest == kNone || digest == digest_ || digest_.empty()) return hash_;
    const auto known = items_of_.find(digest);
    return known == items_of_.end() ? std::string(digest) : known->second;
  }

  void set_interval(double factor) {
    feed_.interval = std::clamp(feed_.interval * factor, kLeast, kMost);
  }

  const std::function<void(const FeedRhythm&)>& use_;
  FeedRhythm feed_;
  std::string hash_;    // of the items of the capture before
  std::string digest_;  // its last one
  std::map<std::string, std::string, std::less<>> items_of_;  // by digest
};

}  // namespace

std::string feed_line(const FeedCapture& feed) {
  std::string line;
  cdx::append_as_field(feed.url, line);
  (line += ' ') += feed.date;
  line += ' ';
  if (feed.is_unchanged) {
    line += kNone;
  } else {
    text::append_hex_number(hash_of_items(feed), 16, line);
  }
  line += ' ';
  if (feed.digest.empty()) {
    line += kNone;
  } else {
    cdx::append_as_field(feed.digest, line);
  }
  return line;
}

void each_rhythm(lines::LineStream& lines,
                 const std::function<void(const FeedRhythm& feed)>& use) {
  constexpr size_t kShown = 200;  // bytes of a line
  RhythmCounter counter(use);
  for (std::string_view line; lines.next(line);) {
    const std::string whole(line.substr(0, kShown));
    std::array<std::string_view, 4> columns;
    for (std::string_view& column : columns) {
      column = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(column.size() + 1, line.size()));
    }
    const bool has_date =
        !columns[1].empty() && text::all_digits(columns[1]);
    if (columns[2] != kNone && !has_date) {
      throw UsageError("a line is no capture of a feed: '" + whole + "'");
    }
    counter.add(columns[0], columns[1], columns[2], columns[3]);
  }
  counter.end();
}

}  // namespace wax::crawl
