// URL keys of any bytes: they end, and they stay on one line.
#include "cdx/url/url_key.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cdx/url/search_range.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wax::cdx;
  std::string_view url(reinterpret_cast<const char*>(data), size);
  for (UrlKeyKind kind : {UrlKeyKind::kSurt, UrlKeyKind::kLegacy}) {
    std::string key = url_key(kind, url);
    for (char c : key) {
      if ((c >= 0 && c <= ' ') || c == '\x7f') std::abort();
    }
    for (MatchType type : {MatchType::kExact, MatchType::kPrefix,
                           MatchType::kHost, MatchType::kDomain}) {
      auto range = search_range(kind, url, type);
      if (range && range->first > range->end) std::abort();
    }
  }
  return 0;
}
