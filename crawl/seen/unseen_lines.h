// Lists of URLs without those that were seen.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cdx/url/list_look.h"
#include "crawl/seen/seen_folder.h"
#include "crawl/seen/url_line.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::crawl {

struct UnseenOptions {
  bool add = false;       // those that are given are added to the folder
  bool touch = false;     // those that were seen, too, in their month
  bool are_keys = false;  // lines have URL keys in place of URLs
  Month month;            // of lines without a date
  // Sorted CDX files: only what they have is seen. Empty: what the filters hold
  // is.
  std::vector<std::string> captures;
  lines::SortOptions sort;  // with captures
  BadLine bad_line = {};    // may be empty
};

struct UnseenCounts {
  uint64_t read = 0;  // lines with a URL
  uint64_t unseen = 0;
  uint64_t seen = 0;
  uint64_t held = 0;        // by the filters
  uint64_t overturned = 0;  // of these: `captures` do not have them
  uint64_t undated = 0;
  uint64_t bad = 0;  // lines without a URL or with a bad date, left out
  cdx::UrlListLook look = {};  // has seen the URLs
};

// The lines whose URL was not seen in the month of its date or the months of
// the rules before. In a line, the URL comes first, then its date of 4 to 14
// digits, if it has one; columns are separated by tabs, else by spaces. Keeps
// the order, and lines as they are. Empty lines and those that begin with "#"
// are left out, and so are bad lines (parse_url_line()). Of equal URLs, the
// first is given if `add`, else all.
//
// With captures, all lines are read before the first is given: Memory is that
// of `options.sort`, and sorted files are read once, or searched where that is
// less work. A line that is no capture is reported ("cdx-bad-line"). Throws
// LineError for files that are not sorted, UsageError for keys of another kind,
// and what SeenFolder does. All that is given outlives the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> unseen_lines(
    lines::LineStream& urls, SeenFolder& folder, const UnseenOptions& options,
    UnseenCounts& counts, ProblemSink& problems);

struct SeenCaptureCounts {
  uint64_t read = 0;
  uint64_t added = 0;  // keys, once a month
};

// Adds the URL keys of a CDX file, in any order, in the months of their
// captures. Lines that are no captures are reported ("cdx-bad-line"), and those
// without a date ("cdx-no-date"). Throws as open_cdx() and SeenFolder do, and
// UsageError for keys of another kind.
void add_captures(const std::string& path, SeenFolder& folder,
                  SeenCaptureCounts& counts, ProblemSink& problems);

}  // namespace wax::crawl
