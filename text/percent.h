// Percent-escapes ("%20").
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::text {

// Whether a character needs no escape anywhere in a URL (RFC 3986, 2.3).
[[nodiscard]] constexpr bool is_unreserved(char c) {
  return is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Appends %XX, with upper-case digits.
inline void append_percent(char c, std::string& out) {
  auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kUpperHex[byte >> 4];
  out += kUpperHex[byte & 15];
}

// Makes %XX of every byte of `text` for which `test` is true, in linear time.
template <typename Test>
void escape_if(Test test, std::string& text) {
  auto first = std::find_if(text.begin(), text.end(), test);
  if (first == text.end()) return;
  auto escapes = static_cast<size_t>(std::count_if(first, text.end(), test));
  size_t from = text.size();
  text.resize(from + 2 * escapes);
  for (size_t to = text.size(); from < to;) {
    char c = text[--from];
    if (!test(c)) {
      text[--to] = c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    text[--to] = kUpperHex[byte & 15];
    text[--to] = kUpperHex[byte >> 4];
    text[--to] = '%';
  }
}

// Replaces every byte of `text` that is in `set` by its escape, %XX.
inline void escape_bytes(std::string_view set, std::string& text) {
  escape_if([set](char c) { return is_one_of(c, set); }, text);
}

// Appends `text` with %XX for bytes that are not unreserved and not in `kept`.
inline void append_escaped(std::string_view text, std::string_view kept,
                           std::string& out) {
  for (char c : text) {
    if (is_unreserved(c) || is_one_of(c, kept)) {
      out += c;
    } else {
      append_percent(c, out);
    }
  }
}

// The byte that the escape at text[at] encodes; -1 if no escape begins there.
[[nodiscard]] constexpr int escaped_byte(std::string_view text, size_t at) {
  if (text[at] != '%' || at + 2 >= text.size()) return -1;
  int high = hex_value(text[at + 1]);
  int low = hex_value(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

// Decodes %XX; escapes that are none stay as they are. %00 becomes U+FFFD, as
// in HTML: messages and names of files would end at a NUL.
[[nodiscard]] inline std::string percent_decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = escaped_byte(text, i);
    if (byte == 0) {
      append_utf8(0xFFFD, out);
    } else {
      out += byte < 0 ? text[i] : static_cast<char>(byte);
    }
    if (byte >= 0) i += 2;
  }
  return out;
}

}  // namespace wax::text
