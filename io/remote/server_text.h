// Words of a server in a message.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "text/ascii.h"

namespace wax::io {

// The first line, without control characters, and not too long: a stack trace
// may follow.
[[nodiscard]] inline std::string one_line(std::string_view text) {
  constexpr size_t kMost = 300;
  std::string out(text.substr(0, std::min(kMost, text.find('\n'))));
  std::replace_if(out.begin(), out.end(), text::is_control_or_space, ' ');
  return out;
}

}  // namespace wax::io
