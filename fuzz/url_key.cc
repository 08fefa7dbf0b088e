// URL keys of any bytes: they end, and they stay on one line.
#include "cdx/url/url_key.h"

#include "cdx/url/search_range.h"
#include "fuzz/support/entry.h"

void wax::fuzz::run(std::string_view url) {
  using namespace wax::cdx;
  for (const UrlKeyKind kind : kUrlKeyKinds) {
    for (char c : url_key(kind, url)) {
      require(!((c >= 0 && c <= ' ') || c == '\x7f'));
    }
    for (MatchType type :
         {MatchType::kExact, MatchType::kPrefix, MatchType::kHost,
          MatchType::kDomain, MatchType::kRange}) {
      auto range = search_range(kind, url, type);
      require(!range || range->first <= range->end);
    }
  }
}
