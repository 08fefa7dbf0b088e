#include "text/json_text.h"

#include <cstdint>
#include <cstring>

#include "text/plain_run.h"

namespace wax::text {
namespace {

constexpr std::string_view kLowerHex = "0123456789abcdef";

void append_u16(uint32_t unit, std::string& out) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += kLowerHex[(unit >> shift) & 15];
  }
}

// The length of the well-formed UTF-8 sequence that `text` begins with, and
// its code point; 0 when it begins with none.
size_t decode_utf8(std::string_view text, uint32_t& code) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  uint32_t lead = byte(0);
  size_t size = lead >= 0xf0 && lead <= 0xf4   ? 4
                : lead >= 0xe0 && lead <= 0xef ? 3
                : lead >= 0xc2 && lead <= 0xdf ? 2
                                               : 0;
  if (size == 0 || text.size() < size) return 0;
  code = lead & (0xffu >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3fu);
  }
  bool shortest = size == 2 || (size == 3 && code >= 0x800) || code >= 0x10000;
  bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return shortest && !surrogate && code <= 0x10ffff ? size : 0;
}

void append_json_escape(unsigned char c, std::string& out) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
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
      append_u16(c, out);
  }
}

void append_utf8(uint32_t c, std::string& out) {
  auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
    return;
  }
  if (c < 0x800) {
    put(0xc0 | c >> 6);
  } else {
    if (c < 0x10000) {
      put(0xe0 | c >> 12);
    } else {
      put(0xf0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3f));
    }
    put(0x80 | (c >> 6 & 0x3f));
  }
  put(0x80 | (c & 0x3f));
}

// The unit of the "\uXXXX" that `text` begins with.
bool read_unit(std::string_view text, uint32_t& unit) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return false;
  unit = 0;
  for (char c : text.substr(2, 4)) {
    char lower = static_cast<char>(c | 0x20);
    uint32_t digit;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      digit = static_cast<uint32_t>(lower - 'a' + 10);
    } else {
      return false;
    }
    unit = unit << 4 | digit;
  }
  return true;
}

// Appends the character that the "\u" escape in front of `text` stands for.
// How long the escape is; 0 when it is none.
size_t take_unit(std::string_view text, std::string& out) {
  uint32_t unit = 0;
  uint32_t low = 0;
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

namespace {

template <bool ascii>
void append_quoted(std::string_view text, std::string& out) {
  out += '"';
  while (true) {
    size_t plain = plain_run(text, JsonStops());
    out.append(text.data(), plain);
    if (plain == text.size()) break;
    text.remove_prefix(plain);
    auto c = static_cast<unsigned char>(text[0]);
    uint32_t code = 0;
    size_t size = 1;
    if (c < 0x80) {
      append_json_escape(c, out);
    } else if (size = decode_utf8(text, code); size == 0) {
      append_u16(0xdc00u + c, out);
      size = 1;
    } else if (!ascii) {
      out.append(text, 0, size);
    } else if (code >= 0x10000) {
      append_u16(0xd800u + ((code - 0x10000) >> 10), out);
      append_u16(0xdc00u + ((code - 0x10000) & 0x3ff), out);
    } else {
      append_u16(code, out);
    }
    text.remove_prefix(size);
  }
  out += '"';
}

}  // namespace

void append_json_ascii(std::string_view text, std::string& out) {
  append_quoted<true>(text, out);
}

void append_json_utf8(std::string_view text, std::string& out) {
  append_quoted<false>(text, out);
}

void append_unescaped(std::string_view text, std::string& out) {
  constexpr std::string_view kNames = "bfnrt\"\\/";
  constexpr std::string_view kBytes = "\b\f\n\r\t\"\\/";
  while (true) {
    size_t at = text.find('\\');
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) return;
    text.remove_prefix(at);
    size_t name = text.size() > 1 ? kNames.find(text[1]) : kNames.npos;
    if (name != kNames.npos) {
      out += kBytes[name];
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

// at_ stands behind the first quote, then behind the last.
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
    } else if (depth == 0 && (*at_ == ',' || *at_ == ' ')) {
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
    if (!take('{')) return false;
    if (take('}')) {
      whole_ = !skip_space();
      return false;
    }
  } else if (!take(',')) {
    whole_ = take('}') && !skip_space();
    return false;
  }
  return take('"') && string(member.name, ignored) && take(':') &&
         value(member);
}

}  // namespace wax::text
