// The encodings of the web.
#pragma once

#include <string_view>

namespace wax::document {

struct Encoding {
  std::string_view name;  // lower case
  const char* icu;        // ICU's name of its converter
  bool single_byte;       // with ASCII in its lower half
  // Its other names, each followed by a space.
  std::string_view labels;
};

// The table of the WHATWG Encoding standard, 4.2, and the encodings that
// browsers refuse for safety: iso-2022-kr, iso-2022-cn and hz-gb-2312. nullptr
// for an unknown label. Never deleted.
[[nodiscard]] const Encoding* find_encoding(std::string_view label);

}  // namespace wax::document
