// What is asked of a look-up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cdx/filter/condition.h"
#include "cdx/url/search_range.h"
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
  // normal form, without the name of the algorithm.
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

}  // namespace wax::cdx
