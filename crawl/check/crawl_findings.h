// What a crawl lacks, and what it has that are no pages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/check/crawl_facts.h"

namespace wax::crawl {

enum class FindingKind : uint8_t {
  kMissing,     // a part of a page, which has no record
  kSoftError,   // "not found" with status 200
  kLogin,       // a log-in form in the place of a page
  kCookieWall,  // a question about cookies in the place of a page
  kTrap,        // URLs without end
  kShrunk,      // a page with less than half of its former words
  kOtherText,   // a browser showed other words than the HTML has
  kNoText,      // a page made by scripts without the text that was shown
  kCut,         // a body that is not whole
};
inline constexpr size_t kFindingKinds = 9;

// "missing", "soft-404", "login", "cookie-wall", "trap", "shrunk",
// "other-text", "no-text", "cut".
[[nodiscard]] std::string_view name(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::kMissing;
  std::string host;  // of the URL
  std::string part;  // of what is missing: "image"; else empty
  std::string url;
  std::string date;    // of the capture, or of the first page that asks
  std::string page;    // the first page that asks for what is missing
  uint64_t count = 1;  // pages that ask for it; URLs of a trap
  std::string detail;
};

// What is found in a crawl, by kind, host and URL. `before`: captures of an
// earlier crawl, for kShrunk; without any of a page, an earlier capture in the
// crawl itself counts. Of a page with several captures, the last one counts.
//
// A soft 404 says so in its title, first heading or few words; or it has the
// text of a page with status 404 or 410 of its host, or the text of the host's
// first page; or three URLs of the host with different paths have one text of
// at most 200 words. A page that is one of kSoftError, kLogin and kCookieWall
// is not looked at any further.
[[nodiscard]] std::vector<Finding> find_faults(const CrawlFacts& crawl,
                                               const CrawlFacts& before);

// A JSON object without a line end.
void append_json(const Finding& finding, std::string& out);
// What it wrote; nothing for another text.
[[nodiscard]] std::optional<Finding> read_finding(std::string_view json);

}  // namespace wax::crawl
