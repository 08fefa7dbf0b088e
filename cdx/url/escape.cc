#include "cdx/url/escape.h"

#include <algorithm>
#include <array>

namespace wax::cdx {
namespace {

constexpr char kDigits[] = "0123456789ABCDEF";

constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  c = to_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

constexpr bool is_printable(char c) { return c > ' ' && c < '\x7f'; }

constexpr auto kNeedsEscape = [] {
  std::array<bool, 256> table{};
  for (int i = 0; i < 256; ++i) {
    char c = static_cast<char>(i);
    table[i] = !is_printable(c) || c == '%' || c == '#';
  }
  return table;
}();

constexpr auto needs_escape = [](char c) {
  return kNeedsEscape[static_cast<unsigned char>(c)];
};

void append_escaped(char c, std::string& text) {
  auto byte = static_cast<unsigned char>(c);
  text += '%';
  text += kDigits[byte >> 4];
  text += kDigits[byte & 15];
}

template <typename Test>
void escape_if(std::string& text, Test needs_one) {
  auto first = std::find_if(text.begin(), text.end(), needs_one);
  if (first == text.end()) return;
  auto escapes =
      static_cast<size_t>(std::count_if(first, text.end(), needs_one));
  size_t from = text.size();
  text.resize(from + 2 * escapes);
  for (size_t to = text.size(); from < to;) {
    char c = text[--from];
    if (!needs_one(c)) {
      text[--to] = c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    text[--to] = kDigits[byte & 15];
    text[--to] = kDigits[byte >> 4];
    text[--to] = '%';
  }
}

}  // namespace

void unescape_repeatedly(std::string& text) {
  size_t end = text.find('%');
  if (end == std::string::npos) return;
  // The output is a stack: an escape is undone as its last digit arrives, and
  // the byte that it stands for may complete an escape below it.
  for (size_t i = end; i < text.size(); ++i) {
    text[end++] = text[i];
    while (end >= 3 && text[end - 3] == '%') {
      int high = hex_value(text[end - 2]);
      int low = hex_value(text[end - 1]);
      if (high < 0 || low < 0) break;
      end -= 2;
      text[end - 1] = static_cast<char>(high << 4 | low);
    }
  }
  text.resize(end);
}

int escaped_byte(std::string_view text, size_t at) {
  if (text[at] != '%' || at + 2 >= text.size()) return -1;
  int high = hex_value(text[at + 1]);
  int low = hex_value(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

void escape(std::string& text) { escape_if(text, needs_escape); }

void escape_with(std::string_view unsafe, std::string& text) {
  escape_if(text, [unsafe](char c) {
    return !is_printable(c) || unsafe.find(c) != std::string_view::npos;
  });
}

void append_as_field(std::string_view text, std::string& line) {
  for (char c : text) {
    if ((c >= 0 && c <= ' ') || c == '\x7f') {
      append_escaped(c, line);
    } else {
      line += c;
    }
  }
}

void lower_case(std::string& text) {
  for (char& c : text) c = to_lower(c);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

}  // namespace wax::cdx
