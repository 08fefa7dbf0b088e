// Where links lead, by archived redirects alone.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::posts {

// What became of a link.
enum class LinkEnd {
  kResolved,  // a capture without redirect
  kMissing,   // the last URL was not captured
  kDead,      // its capture has status 4xx or 5xx
  kLoop,      // it redirects to a URL that led to it
  kTooMany,   // more than kMostRedirects
  kBad,       // a redirect without a target that can be read
};

// "resolved", "missing", "dead", "loop", "too-many", "bad".
[[nodiscard]] std::string_view name(LinkEnd end);

inline constexpr unsigned kMostRedirects = 5;

struct ResolveOptions {
  // Sorted CDX files of one form, with the columns of URL, status and redirect.
  std::vector<std::string> captures;
  // Segments with the pages of these captures, whose canonical URLs count
  // (canonical_pages.h); empty: none do.
  std::vector<std::string> segments = {};
  lines::SortOptions sort;
  // Called with the URL of each link that is missing, in the order of the
  // links.
  std::function<void(std::string_view url)> missing = {};
};

struct ResolveCounts {
  uint64_t links = 0;
  uint64_t without_date = 0;  // of lines that are left out
  std::map<LinkEnd, uint64_t> ends;
  uint64_t canonical = 0;  // links to pages with another, canonical URL
};

// Lines "URL TAB date", with further columns, become "URL TAB date TAB end TAB
// redirects TAB target" with these columns, in the same order. The date has 4
// to 14 digits. The target is the last URL, without fragment. With segments, a
// column "canonical" follows: the canonical URL of the target, if a capture of
// it is no redirect and no error, else "-".
//
// For each URL, the capture nearest in time to the date of the link counts, the
// earlier of two; URLs are the same only with the same letter case, but for
// that of scheme and host: short links differ by it, while their keys do not.
// (captured_redirects.h has what revisits say.)
//
// Links are sorted by key and merged with the captures once for each redirect.
// Memory: that of options.sort, and the captures of one key. Lines without a
// date are reported ("list-bad-line"), captures that cannot be read are
// ("cdx-bad-line"). Throws what cdx::merge_files() does, and UsageError for
// files without the columns. All that is given outlives the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> resolved_links(
    lines::LineStream& links, const std::string& name_of_links,
    const ResolveOptions& options, ResolveCounts& counts,
    ProblemSink& problems);

}  // namespace wax::posts
