// How often feeds change, and when each is to be captured again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "crawl/feeds/feed_reader.h"
#include "lines/line_stream.h"

namespace wax::crawl {

// Returns a line for a capture; such lines sort by feed and date. Any thread.
[[nodiscard]] std::string feed_line(const FeedCapture& feed);

struct FeedRhythm {
  std::string url;
  uint64_t captures = 0;  // also unchanged ones, after the first
  // Captures with other items than the one before; revisits with the payload of
  // an earlier capture have its items, those of a payload that no capture has
  // have other items than all.
  uint64_t changes = 0;
  std::string first;  // dates of 14 digits
  std::string last;
  // Seconds until the next capture after the last: four hours at first, 1.4
  // times as long after each capture with the same items, 0.8 times after a
  // change; at least a minute, at most 365 days. The rule is that of Nutch's
  // adaptive schedule.
  double interval = 0;
  std::string due;  // the date on which it is over
};

// Calls `use` with each feed of such lines in order. Equal lines count once.
// Memory: the digests of a feed. Throws UsageError when a line is another one,
// and what `lines` and `use` throw.
void each_rhythm(lines::LineStream& lines,
                 const std::function<void(const FeedRhythm& feed)>& use);

}  // namespace wax::crawl
