#include "text/json.h"

#include <cstddef>

#include "text/number.h"
#include "text/plain_run.h"
#include "text/utf8.h"

namespace wax::text {
namespace {

// "\b" stands for the first byte, and so on. The last is never written.
constexpr std::string_view kEscapeNames = "bfnrt\"\\/";
constexpr std::string_view kEscapedBytes = "\b\f\n\r\t\"\\/";

void append_unit(char32_t unit, std::string& out) {
  out += "\\u";
  append_hex_number(unit, 4, out);
}

void append_escape(char c, std::string& out) {
  size_t at = kEscapedBytes.find(c);
  if (at == std::string_view::npos) {
    append_unit(static_cast<unsigned char>(c), out);
  } else {
    out += '\\';
    out += kEscapeNames[at];
  }
}

void append_units(char32_t point, std::string& out) {
  if (point < 0x10000) {
    append_unit(point, out);
  } else {
    append_unit(0xd800 + ((point - 0x10000) >> 10), out);
    append_unit(0xdc00 + ((point - 0x10000) & 0x3ff), out);
  }
}

enum class Others { kEscaped, kKept };           // beyond ASCII
enum class OddBytes { kSurrogates, kReplaced };  // that are no UTF-8

template <Others others, OddBytes odd_bytes>
void append_quoted(std::string_view text, std::string& out) {
  out += '"';
  while (true) {
    size_t plain = plain_run(text, JsonStops());
    out.append(text.data(), plain);
    if (plain == text.size()) break;
    text.remove_prefix(plain);
    char32_t point = 0;
    size_t size = decode_utf8(text, point);
    if (size == 1) {
      append_escape(text[0], out);
    } else if (size == 0) {
      size = 1;
      if constexpr (odd_bytes == OddBytes::kReplaced) {
        out += kReplacement;
      } else {
        append_unit(0xdc00u + static_cast<unsigned char>(text[0]), out);
      }
    } else if constexpr (others == Others::kKept) {
      out.append(text, 0, size);
    } else {
      append_units(point, out);
    }
    text.remove_prefix(size);
  }
  out += '"';
}

// The unit of the "\uXXXX" that `text` begins with.
bool read_unit(std::string_view text, char32_t& unit) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return false;
  unit = 0;
  for (char c : text.substr(2, 4)) {
    int digit = hex_value(c);
    if (digit < 0) return false;
    unit = unit << 4 | static_cast<char32_t>(digit);
  }
  return true;
}

// Appends the character that the "\u" escape in front of `text` stands for.
// How long the escape is; 0 when it is none.
size_t take_unit(std::string_view text, std::string& out) {
  char32_t unit = 0;
  char32_t low = 0;
  if (!read_unit(text, unit)) return 0;
  if (unit >= 0xdc80 && unit <= 0xdcff) {
    out += static_cast<char>(unit - 0xdc00);
    return 6;
  }
  if (unit >= 0xd800 && unit < 0xdc00 && read_unit(text.substr(6), low) &&
      low >= 0xdc00 && low < 0xe000) {
    append_utf8(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), out);
    return 12;
  }
  append_utf8(unit, out);
  return 6;
}

}  // namespace

void append_json_string(std::string_view bytes, std::string& out) {
  append_quoted<Others::kKept, OddBytes::kReplaced>(bytes, out);
}

void append_json_ascii(std::string_view bytes, std::string& out) {
  append_quoted<Others::kEscaped, OddBytes::kSurrogates>(bytes, out);
}

void append_json_utf8(std::string_view bytes, std::string& out) {
  append_quoted<Others::kKept, OddBytes::kSurrogates>(bytes, out);
}

void append_unescaped(std::string_view text, std::string& out) {
  while (true) {
    size_t at = text.find('\\');
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) return;
    text.remove_prefix(at);
    size_t name =
        text.size() > 1 ? kEscapeNames.find(text[1]) : kEscapeNames.npos;
    if (name != kEscapeNames.npos) {
      out += kEscapedBytes[name];
      text.remove_prefix(2);
    } else if (size_t size = take_unit(text, out); size > 0) {
      text.remove_prefix(size);
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
}

bool JsonMembers::skip_space() {
  while (at_ != end_ &&
         (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) {
    ++at_;
  }
  return at_ != end_;
}

bool JsonMembers::take(char c) {
  if (!skip_space() || *at_ != c) return false;
  ++at_;
  return true;
}

// at_ is after the first quote, then after the last.
bool JsonMembers::string(std::string_view& text, bool& escaped) {
  const char* begin = at_;
  escaped = false;
  while (true) {
    at_ += plain_run({at_, static_cast<size_t>(end_ - at_)}, QuoteStops());
    if (at_ == end_) return false;
    if (*at_ == '"') break;
    escaped = true;
    if (end_ - at_ < 2) return false;
    at_ += 2;
  }
  text = {begin, static_cast<size_t>(at_ - begin)};
  ++at_;
  return true;
}

bool JsonMembers::value(JsonMemberText& member) {
  member.escaped = false;
  if (!skip_space()) return false;
  member.is_string = *at_ == '"';
  if (member.is_string) {
    ++at_;
    return string(member.value, member.escaped);
  }
  const char* begin = at_;
  int depth = 0;
  for (; at_ != end_; ++at_) {
    if (*at_ == '"') {
      ++at_;
      std::string_view inner;
      bool ignored;
      if (!string(inner, ignored)) return false;
      --at_;
    } else if (*at_ == '{' || *at_ == '[') {
      ++depth;
    } else if (*at_ == '}' || *at_ == ']') {
      if (depth == 0) break;
      --depth;
    } else if (depth == 0 && (*at_ == ',' || *at_ == ' ' || *at_ == '\n' ||
                              *at_ == '\r' || *at_ == '\t')) {
      break;
    }
  }
  member.value = {begin, static_cast<size_t>(at_ - begin)};
  return !member.value.empty() && depth == 0;
}

bool JsonMembers::next(JsonMemberText& member) {
  bool ignored;
  if (!begun_) {
    begun_ = true;
    if (!take(is_array_ ? '[' : '{')) return false;
    if (take(is_array_ ? ']' : '}')) {
      whole_ = !skip_space();
      return false;
    }
  } else if (!take(',')) {
    whole_ = take(is_array_ ? ']' : '}') && !skip_space();
    return false;
  }
  if (is_array_) {
    member.name = {};
    return value(member);
  }
  return take('"') && string(member.name, ignored) && take(':') &&
         value(member);
}

}  // namespace wax::text
