// What the head of an HTML page tells robots and browsers.
#pragma once

#include <string>
#include <string_view>

#include "warc/http/headers.h"

namespace wax::cdx {

// Most bytes of a page that are looked at.
inline constexpr size_t kHtmlMetaScan = 256 * 1024;

struct HtmlMeta {
  // For all robots.
  bool noarchive = false;
  bool nofollow = false;
  bool noindex = false;
  std::string refresh;  // the URL of <meta http-equiv=refresh>, as written

  void clear();
};

// Reads the <meta> elements of `html` that are not in comments, scripts and
// styles; those for robots count before </head> only. Takes linear time for any
// bytes.
void scan_html_meta(std::string_view html, HtmlMeta& meta);

// The URL in the content of <meta http-equiv=refresh> (HTML standard, 4.2.5.3),
// such as "5; url='page.html'"; empty when it has no URL. A view of `content`.
[[nodiscard]] std::string_view refresh_url(std::string_view content);

// Adds what the X-Robots-Tag headers say.
void add_robots_headers(const warc::Headers& headers, HtmlMeta& meta);

// Adds the directives of a robots value such as "noindex, NOFOLLOW". They are
// whole words, separated by commas or spaces, in any case of letters; "none" is
// noindex and nofollow. The value of a directive ("max-image-preview: none",
// "unavailable_after: DATE") is no directive. What follows the name of a robot
// ("otherbot: noindex") is for that robot only and adds nothing.
void add_robots_directives(std::string_view value, HtmlMeta& meta);

}  // namespace wax::cdx
