#include "text/json.h"

#include <cstddef>
#include <cstdint>

namespace wax::text {
namespace {

bool is_plain(unsigned char c) {
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void append_escaped(std::string& out, unsigned char c) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[c >> 4];
      out += kHex[c & 15];
  }
}

// Length of the well-formed UTF-8 sequence that begins at p (Unicode 15, table
// 3-7), or 0.
size_t sequence_length(const unsigned char* p, size_t left) {
  auto continues = [&](size_t i, unsigned low, unsigned high) {
    return i < left && p[i] >= low && p[i] <= high;
  };
  unsigned c = p[0];
  if (c >= 0xc2 && c <= 0xdf) return continues(1, 0x80, 0xbf) ? 2 : 0;
  if (c >= 0xe0 && c <= 0xef) {
    unsigned low = c == 0xe0 ? 0xa0 : 0x80;
    unsigned high = c == 0xed ? 0x9f : 0xbf;
    return continues(1, low, high) && continues(2, 0x80, 0xbf) ? 3 : 0;
  }
  if (c >= 0xf0 && c <= 0xf4) {
    unsigned low = c == 0xf0 ? 0x90 : 0x80;
    unsigned high = c == 0xf4 ? 0x8f : 0xbf;
    return continues(1, low, high) && continues(2, 0x80, 0xbf) &&
                   continues(3, 0x80, 0xbf)
               ? 4
               : 0;
  }
  return 0;
}

}  // namespace

void append_json_string(std::string& out, std::string_view bytes) {
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  out += '"';
  size_t i = 0;
  while (i < bytes.size()) {
    size_t plain = i;
    while (i < bytes.size() && is_plain(p[i])) ++i;
    out.append(bytes.substr(plain, i - plain));
    if (i == bytes.size()) break;
    if (p[i] < 0x80) {
      append_escaped(out, p[i++]);
    } else if (size_t n = sequence_length(p + i, bytes.size() - i)) {
      out.append(bytes.substr(i, n));
      i += n;
    } else {
      out += "\xef\xbf\xbd";
      ++i;
    }
  }
  out += '"';
}

}  // namespace wax::text
