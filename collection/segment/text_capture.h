// Which capture of a page a rendered text shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wax::collection {

// The longest that one crawl may take, in seconds: so far from a capture,
// before it or after it, a text may be that shows it.
inline constexpr int64_t kLongestCrawl = int64_t{30} * 24 * 60 * 60;

// A capture of a URL.
struct PageCapture {
  int64_t time = 0;       // seconds
  std::string version;    // equal for captures of one version
  bool has_body = false;  // not a revisit
};

// Positions in a list of captures.
struct TextCapture {
  size_t shown = 0;  // the capture that the text was rendered at
  size_t page = 0;   // the one with a body that this is, or repeats
};

// A crawler writes a text when it has the page, minutes later at most, but may
// round dates. So a text shows the capture of its second; else the last one
// before it, when that is no more than ten minutes ago, for the next visit may
// be near; else the nearest one within thirty days (kLongestCrawl), since
// crawlers do not write a URL twice. Nothing without such a capture.
//
// A revisit repeats a capture of its version; if no capture with a body is of
// this version, the last one before it that has a body, because a 304 has the
// digest of an empty body. Without any capture with a body, `page` is `shown`.
//
// `captures`: all of the URL, in order of time.
[[nodiscard]] std::optional<TextCapture> capture_of_text(
    const std::vector<PageCapture>& captures, int64_t text);

}  // namespace wax::collection
