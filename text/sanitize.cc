#include "text/sanitize.h"

#include <unicode/utf8.h>

#include <cstdint>

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::text {

void append_sane(std::string_view utf8, std::string& out) {
  const char* bytes = utf8.data();
  auto size = static_cast<int64_t>(utf8.size());
  for (int64_t i = 0; i < size;) {
    int64_t start = i;
    while (i < size && static_cast<signed char>(bytes[i]) >= 0) ++i;
    if (i > start) {
      out.append(bytes + start, static_cast<size_t>(i - start));
      continue;
    }
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    if (c < 0) {
      out += "\xEF\xBF\xBD";
    } else if ((c & 0xFFFE) != 0xFFFE) {
      out.append(bytes + start, static_cast<size_t>(i - start));
    }
  }
}

std::string sane(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  append_sane(utf8, out);
  return out;
}

}  // namespace wax::text
