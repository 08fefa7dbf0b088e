// Whether a file that was named as a list of URLs is one: any text has lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wax::cdx {

class UrlListLook {
 public:
  // A line, or its column of URLs. With `may_be_key`, it may be a URL key, too.
  void see(std::string_view url, bool may_be_key = false);
  // "is no list of URLs: ...", when most lines do not look like a URL (no space
  // within, and a colon or a dot); else empty.
  [[nodiscard]] std::string fault() const;

 private:
  uint64_t urls_ = 0;
  uint64_t others_ = 0;
};

}  // namespace wax::cdx
