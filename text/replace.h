// Parts of texts that are replaced.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wax::text {

// The text with `to` for each `from`, found from its front; in one pass. `from`
// is not empty.
[[nodiscard]] inline std::string with_replaced(std::string_view text,
                                               std::string_view from,
                                               std::string_view to) {
  std::string out;
  out.reserve(text.size());
  size_t begin = 0;
  for (size_t at; (at = text.find(from, begin)) != text.npos;) {
    (out += text.substr(begin, at - begin)) += to;
    begin = at + from.size();
  }
  return out += text.substr(begin);
}

}  // namespace wax::text
