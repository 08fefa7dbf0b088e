#include "document/html/script_title.h"

#include <string.h>

#include <algorithm>
#include <optional>

#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

constexpr size_t kLongestTitle = 4096;
constexpr std::string_view kTitleName = "document.title";

// What stands behind the next such name; false when there is none. Scripts are
// long: memmem() is several times faster than find().
bool pass_title_name(std::string_view& script) {
  const void* found = ::memmem(script.data(), script.size(), kTitleName.data(),
                               kTitleName.size());
  if (found == nullptr) return false;
  auto at =
      static_cast<size_t>(static_cast<const char*>(found) - script.data());
  script.remove_prefix(at + kTitleName.size());
  return true;
}

// `digits` of them; nothing when one is none.
std::optional<char32_t> code_point(std::string_view digits) {
  if (digits.empty() || digits.size() > 6) return std::nullopt;
  char32_t point = 0;
  for (char c : digits) {
    int value = text::hex_value(c);
    if (value < 0) return std::nullopt;
    point = point * 16 + static_cast<char32_t>(value);
  }
  return point;
}

// Takes "u0041", "u{41}" or "x41" off the front.
std::optional<char32_t> take_code(std::string_view& rest) {
  size_t begin = 1;
  size_t size = rest[0] == 'x' ? 2 : 4;
  size_t end = begin + size;
  if (rest.starts_with("u{")) {
    begin = 2;
    size = std::min(rest.find('}'), rest.size()) - begin;
    end = begin + size + 1;
  }
  auto point = code_point(rest.substr(begin, size));
  if (end > rest.size() || !point) return std::nullopt;
  rest.remove_prefix(end);
  return point;
}

// What the letters of a string stand for (ECMA-262, 12.9.4).
std::string unescaped(std::string_view rest) {
  std::string out;
  while (!rest.empty()) {
    size_t plain = std::min(rest.find('\\'), rest.size());
    out += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.size() < 2) break;
    rest.remove_prefix(1);
    char c = rest[0];
    if (c == 'u' || c == 'x') {
      if (auto point = take_code(rest)) {
        // A pair of surrogates is one character.
        if (*point >= 0xD800 && *point < 0xDC00 && rest.starts_with("\\u")) {
          std::string_view behind = rest.substr(1);
          auto low = take_code(behind);
          if (low && *low >= 0xDC00 && *low < 0xE000) {
            point = 0x10000 + (*point - 0xD800) * 0x400 + (*low - 0xDC00);
            rest = behind;
          }
        }
        bool none = (*point >= 0xD800 && *point < 0xE000) || *point > 0x10FFFF;
        text::append_utf8(none ? 0xFFFD : *point, out);
        continue;
      }
    }
    if (text::is_one_of(c, "nrtbfv0\n\r")) c = ' ';
    out += c;
    rest.remove_prefix(1);
  }
  return out;
}

// The string in quotes that `rest` begins with, if nothing is added to it.
std::string_view whole_string(std::string_view rest) {
  if (rest.empty() || !text::is_one_of(rest[0], "\"'`")) return {};
  const char quote = rest[0];
  rest.remove_prefix(1);
  rest = rest.substr(0, kLongestTitle);
  size_t end = 0;
  while (end < rest.size() && rest[end] != quote) {
    if (rest[end] == '\n' && quote != '`') return {};
    if (quote == '`' && rest.substr(end).starts_with("${")) return {};
    end += rest[end] == '\\' ? 2 : 1;
  }
  if (end >= rest.size()) return {};
  std::string_view behind = text::trim_front(rest.substr(end + 1), " \t");
  bool alone = behind.empty() || text::is_one_of(behind[0], ";,)}\r\n<");
  return alone ? rest.substr(0, end) : std::string_view();
}

}  // namespace

std::string script_title(std::string_view script) {
  while (pass_title_name(script)) {
    std::string_view rest = text::trim_front(script, text::kAllSpace);
    if (!rest.starts_with('=')) continue;
    rest = text::trim_front(rest.substr(1), text::kAllSpace);
    std::string_view title = whole_string(rest);
    if (!title.empty()) return unescaped(title);
  }
  return {};
}

}  // namespace wax::document
