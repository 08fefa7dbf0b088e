// Names of files that are compressed by gzip.
#pragma once

#include <string_view>

#include "text/ascii.h"

namespace wax::io {

// Whether what is written into a file of that name is compressed: ".gz", in any
// case of the letters.
[[nodiscard]] inline bool is_gzip_name(std::string_view name) {
  constexpr std::string_view kEnding = ".gz";
  return name.size() >= kEnding.size() &&
         text::equal_ignoring_case(name.substr(name.size() - kEnding.size()),
                                   kEnding);
}

}  // namespace wax::io
