// The range of keys that a search for a URL looks at.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cdx/url/url_key.h"

namespace wax::cdx {

enum class MatchType {
  kExact,   // this URL
  kPrefix,  // URLs that start with it
  kHost,    // all of its host, not of hosts below it
  kDomain,  // all of its host and of hosts below it; for SURT only
  kRange,   // all URLs whose keys are not less than its key
};

[[nodiscard]] std::optional<MatchType> match_type(std::string_view name);
[[nodiscard]] std::string_view name(MatchType type);  // "exact", "prefix", ...

// Lines of a sorted CDX file with first <= line < end.
struct SearchRange {
  std::string first;
  std::string end;
};

// The range for `url`, as pywb's `calc_search_range` states it. A "/" or "?" at
// the end of a prefix counts, although it is no part of the key. A domain
// without a dot ("com") means the hosts below it. For a URL that has no key
// ("http://h:99999/"), the range is the URL itself: its records have it as key.
// Nothing for other ranges without a key, for no URL, and for a domain with
// legacy keys.
[[nodiscard]] std::optional<SearchRange> search_range(UrlKeyKind kind,
                                                      std::string_view url,
                                                      MatchType type);

}  // namespace wax::cdx
