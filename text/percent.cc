#include "text/percent.h"

#include <algorithm>
#include <cstddef>

namespace wax::text {

void escape_bytes(std::string_view odd, std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  auto next = [&](size_t from) {
    auto found = std::find_first_of(
        text.begin() + static_cast<ptrdiff_t>(std::min(from, text.size())),
        text.end(), odd.begin(), odd.end());
    return static_cast<size_t>(found - text.begin());
  };
  for (size_t at = next(0); at < text.size(); at = next(at + 3)) {
    auto byte = static_cast<unsigned char>(text[at]);
    const char escape[] = {'%', kHex[byte >> 4], kHex[byte & 15]};
    text.replace(at, 1, escape, sizeof escape);
  }
}

}  // namespace wax::text
