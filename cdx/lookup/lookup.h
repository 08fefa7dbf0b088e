// What CDX servers answer, from sorted files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/filter/condition.h"
#include "cdx/url/search_range.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::cdx {

// In the order in which they are applied; what is empty, false or 0 is not.
struct LookupOptions {
  UrlKeyKind url_key = UrlKeyKind::kSurt;
  // Without it, "*.HOST" is a domain and "URL*" a prefix.
  std::optional<MatchType> match = {};
  // A revisit gets mime and status of the first capture with its digest that is
  // none and stands before it in the answer. Three fields are added to every
  // line: that capture's length, offset and file name, or "-" (CDXJ: members
  // orig.length, orig.offset, orig.filename).
  bool resolve_revisits = false;
  // Field conditions; all must hold.
  std::vector<std::string> filters = {};
  FilterRules filter_rules = FilterRules::kPywb;
  // Dates of 4 to 14 digits; shorter ones mean all of the year, month, ...
  std::string from = {};
  std::string to = {};
  // Redirects (status 3xx) to the URL key that they have themselves.
  bool omit_self_redirects = false;
  // Of captures in a row with the same status and the same date, as far as so
  // many digits go, the first.
  uint64_t collapse_time = 0;
  // "FIELD" or "FIELD:N": of captures in a row with the same value (the same
  // first N characters), the first, or the last. Digests are compared in their
  // normal spelling, without the name of the algorithm.
  std::string collapse = {};
  std::string collapse_last = {};
  // The nearest to this date first, the earlier of two as near. A short date
  // means its last second, as it does for pywb.
  std::string closest = {};
  bool reverse = false;  // unless closest
  uint64_t limit = 0;
  // Names of the fields of which the answer's lines are made, with spaces
  // between them; empty: the lines as they are.
  std::vector<std::string> fields = {};
  // Only the lines of so many blocks of one ZipNum, from the page-th so many
  // on. 0: of all.
  uint64_t page_blocks = 0;
  uint64_t page = 0;

  // For closest and reverse, where the lines cannot be read in that order.
  lines::SortOptions sort = {};
};

// The range for a URL as it was asked for. Throws UsageError when there is
// none.
[[nodiscard]] SearchRange lookup_range(std::string_view url,
                                       const LookupOptions& options);

// Throws UsageError when the URL keys of a file are plainly of another kind
// than `kind`, so that nothing could be found there, or than those of another
// file. Of each file, up to a thousand lines at its front are looked at until
// one tells it; of a ZipNum those of its index, then those of its blocks.
void check_key_kinds(const std::vector<std::unique_ptr<Searchable>>& files,
                     UrlKeyKind kind);

// The lines of all files in the range, merged in order, and what the options
// make of them. A line that options have to look into and that is no capture is
// reported as "cdx-bad-line" and left out. Memory: what the files need; with
// resolve_revisits, an entry for each digest in the range. Lines are read from
// the end for `reverse`, and from the date in both directions for `closest` in
// an exact range: no more than the answer is long. But resolve_revisits and
// collapsing look at lines in their order, and `closest` in another range at
// all of them: these sort, by options.sort. Throws UsageError for fields that a
// file lacks and for options that make no sense. `problems` and the files
// outlive the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> lookup_lines(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options,
    ProblemSink& problems);

// The header of the answer's lines: one of options.fields, else that of the
// files; empty when they have none. Throws UsageError for columns that have no
// letter, LineError for files whose headers differ.
[[nodiscard]] std::string lookup_header(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const LookupOptions& options);

// The lines of ZipNums' indexes that a search in the range looks at, one file
// after another; of one page, where the options have one. Throws UsageError for
// a flat file, and as lookup_lines() does. The files outlive the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> lookup_blocks(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, const LookupOptions& options);

// What there is of a range in a ZipNum, as pywb's showNumPages tells it.
struct PageCounts {
  uint64_t pages = 0;
  uint64_t blocks = 0;
};
[[nodiscard]] PageCounts count_pages(Searchable& zipnum,
                                     const SearchRange& range,
                                     uint64_t page_blocks);

}  // namespace wax::cdx
