#include "text/sanitize.h"

#include "text/utf8.h"

namespace wax::text {

void append_sane(std::string_view utf8, std::string& out) {
  while (!utf8.empty()) {
    size_t size = ascii_prefix(utf8);
    char32_t point = 0;
    if (size == 0) size = decode_utf8(utf8, point);
    if (size == 0) {
      size = ill_formed_length(utf8);
      out += kReplacement;
    } else if (!ends_a_plane(point)) {
      out += utf8.substr(0, size);
    }
    utf8.remove_prefix(size);
  }
}

std::string sane(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  append_sane(utf8, out);
  return out;
}

}  // namespace wax::text
