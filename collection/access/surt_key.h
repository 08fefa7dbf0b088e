// URL keys of a collection as those of the kind surt, which rules have.
#pragma once

#include <string>
#include <string_view>

#include "cdx/url/url_key.h"

namespace wax::collection {

// One thread at a time may use an object.
class SurtKey {
 public:
  explicit SurtKey(cdx::UrlKeyKind kind) : kind_(kind) {}

  // Valid until the next call, and as long as `key`.
  [[nodiscard]] std::string_view of(std::string_view key) {
    if (kind_ == cdx::UrlKeyKind::kSurt) return key;
    made_ =
        cdx::url_key(cdx::UrlKeyKind::kSurt, key.find("://") == key.npos
                                                 ? "http://" + std::string(key)
                                                 : std::string(key));
    return made_;
  }

 private:
  cdx::UrlKeyKind kind_;
  std::string made_;
};

}  // namespace wax::collection
