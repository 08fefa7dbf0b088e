#include <array>

#include "cdx/url/url.h"
#include "text/percent.h"

namespace wax::cdx {
namespace {

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

}  // namespace

void unescape_repeatedly(std::string& text) {
  size_t end = text.find('%');
  if (end == std::string::npos) return;
  // The output is a stack: an escape is undone as its last digit arrives, and
  // the byte that it stands for may complete an escape below it.
  for (size_t i = end; i < text.size(); ++i) {
    text[end++] = text[i];
    while (end >= 3 && text[end - 3] == '%') {
      int high = text::hex_value(text[end - 2]);
      int low = text::hex_value(text[end - 1]);
      if (high < 0 || low < 0) break;
      end -= 2;
      text[end - 1] = static_cast<char>(high << 4 | low);
    }
  }
  text.resize(end);
}

void escape(std::string& text) { text::escape_if(needs_escape, text); }

void escape_with(std::string_view unsafe, std::string& text) {
  text::escape_if(
      [unsafe](char c) {
        return !is_printable(c) || text::is_one_of(c, unsafe);
      },
      text);
}

void append_as_field(std::string_view text, std::string& line) {
  for (char c : text) {
    if (text::is_control_or_space(c) || c == '\x7f') {
      text::append_percent(c, line);
    } else {
      line += c;
    }
  }
}

}  // namespace wax::cdx
