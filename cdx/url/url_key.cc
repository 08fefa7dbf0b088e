#include "cdx/url/url_key.h"

#include "cdx/url/url.h"

namespace wax::cdx {

std::optional<UrlKeyKind> url_key_kind(std::string_view name) {
  for (const UrlKeyKind kind : kUrlKeyKinds) {
    if (name == cdx::name(kind)) return kind;
  }
  return std::nullopt;
}

std::string_view name(UrlKeyKind kind) {
  switch (kind) {
    case UrlKeyKind::kSurt: return "surt";
    case UrlKeyKind::kLegacy: return "legacy";
  }
  return {};
}

bool append_url_key(UrlKeyKind kind, std::string_view url, std::string& key) {
  bool canonical = kind == UrlKeyKind::kSurt ? append_surt(url, {}, key)
                                             : append_legacy_key(url, key);
  if (!canonical) append_as_field(url, key);
  return canonical;
}

std::string url_key(UrlKeyKind kind, std::string_view url) {
  std::string key;
  append_url_key(kind, url, key);
  return key;
}

}  // namespace wax::cdx
