// The options of a look-up. Values: any number of threads may read one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cdx/filter/condition.h"
#include "cdx/lookup/revisit_resolver.h"
#include "cdx/url/search_range.h"
#include "lines/sort.h"

namespace wax::cdx {

// In the order in which they are applied. An option that is empty, false or 0
// is not used.
struct LookupOptions {
  UrlKeyKind url_key = UrlKeyKind::kSurt;
  // Without it, "*.HOST" is a domain and "URL*" a prefix.
  std::optional<MatchType> match = {};
  // A revisit gets mime and status of its original: the first capture before it
  // in the answer that has its digest and is not a revisit. Three fields are
  // added to every line: length, offset and file name of the original, or "-"
  // (CDXJ: members orig.length, orig.offset, orig.filename).
  bool resolve_revisits = false;
  // Asked for the original of a revisit that has none in the answer.
  FindOriginal find_original = nullptr;
  // Field conditions; all must hold.
  std::vector<std::string> filters = {};
  FilterRules filter_rules = FilterRules::kPywb;
  // Dates of 4 to 14 digits; shorter ones mean the whole year, month, ...
  // Milliseconds after them do not count, here and in `closest`.
  std::string from = {};
  std::string to = {};
  // Leaves out redirects (status 3xx) to their own URL key.
  bool omit_self_redirects = false;
  // Keeps the first of successive captures with the same status and the same
  // first N digits of the date.
  uint64_t collapse_time = 0;
  // "FIELD" or "FIELD:N": keeps the first, or the last, of successive captures
  // with the same value, or the same first N characters of it. Digests are
  // compared in their normal form, without the name of the algorithm.
  std::string collapse = {};
  std::string collapse_last = {};
  // The capture nearest to this date first; of two equally near ones, the
  // earlier. A short date means its last second, as in pywb.
  std::string closest = {};
  // With closest and the range of one URL key: of captures of one second, the
  // one that was asked for by this URL comes first (asked_url.h).
  std::string asked_url = {};
  bool reverse = false;  // unless closest
  // How many results are left out at the front.
  uint64_t offset = 0;
  uint64_t limit = 0;
  // Only the last so many results, in the usual order; not with closest,
  // reverse, offset and limit.
  uint64_t last = 0;
  // Goes on after a place in the answer to the same query, told by
  // AnswerLines::resume_key(); not with closest, reverse and last. No line is
  // lost or repeated, as long as the files stay the same.
  std::string resume = {};
  // Whether resume_key() is asked for.
  bool resumable = false;
  // Adds to each line how many of the captures before it, of those with its URL
  // key that pass the filters, have its digest (CDXJ: member dupecount).
  bool count_duplicates = false;
  // Lines of this range, too (other_spelling()); pages do not have them.
  std::optional<SearchRange> also = {};
  // Names of the fields of the answer's lines, separated by spaces; empty: the
  // lines are not changed.
  std::vector<std::string> fields = {};
  // Gives "-" for a field that a file has no column for, instead of an error.
  bool allow_missing = false;
  // Only the lines of one page, which has that many blocks of a ZipNum, or
  // parts of flat files (Searchable::parts()); pages are numbered from 0. 0:
  // all lines.
  uint64_t page_blocks = 0;
  uint64_t page = 0;

  // Called once in some thousand lines that are read: what it throws ends the
  // reading.
  std::function<void()> tick = nullptr;

  // For closest and reverse, where the lines cannot be read in that order.
  lines::SortOptions sort = {};
};

}  // namespace wax::cdx
