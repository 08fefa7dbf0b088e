#include "crawl/feeds/feed_schedule.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "cdx/url/url.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

// In place of the hash of a capture that is like the one before.
constexpr char kSame = '-';
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

  void add(std::string_view url, std::string_view date, std::string_view hash) {
    const bool is_same = hash.front() == kSame;
    if (is_same) hash = hash_;
    if (feed_.captures == 0 || url != feed_.url) {
      end();
      if (is_same) return;
      feed_.url = url;
      feed_.first = date;
      feed_.interval = kFirstInterval;
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
  }

 private:
  void set_interval(double factor) {
    feed_.interval = std::clamp(feed_.interval * factor, kLeast, kMost);
  }

  const std::function<void(const FeedRhythm&)>& use_;
  FeedRhythm feed_;
  std::string hash_;
};

}  // namespace

std::string feed_line(const FeedCapture& feed) {
  std::string line;
  cdx::append_as_field(feed.url, line);
  (line += ' ') += feed.date;
  line += ' ';
  if (feed.is_unchanged) {
    line += kSame;
  } else {
    text::append_hex_number(hash_of_items(feed), 16, line);
  }
  return line;
}

void each_rhythm(lines::LineStream& lines,
                 const std::function<void(const FeedRhythm& feed)>& use) {
  RhythmCounter counter(use);
  for (std::string_view line; lines.next(line);) {
    const size_t url = line.find(' ');
    const size_t date = line.find(' ', url + 1);
    counter.add(line.substr(0, url), line.substr(url + 1, date - url - 1),
                line.substr(date + 1));
  }
  counter.end();
}

}  // namespace wax::crawl
