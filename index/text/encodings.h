// The encodings of the web.
#pragma once

#include <string_view>

namespace wax::index {

struct Encoding {
  std::string_view name;  // lower case
  const char* icu;        // what ICU calls its converter
  bool single_byte;       // with ASCII in its lower half
  // What it is also called, each followed by a space.
  std::string_view labels;
};

// WHATWG Encoding standard, 4.2, but for the encodings that browsers refuse
// for safety: text of iso-2022-kr, iso-2022-cn and hz-gb-2312 is read here.
// nullptr for a label that is not known. Lives forever.
[[nodiscard]] const Encoding* find_encoding(std::string_view label);

}  // namespace wax::index
