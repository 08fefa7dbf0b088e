#include <array>
#include <cstdint>

#include "document/charset/encodings.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

// Characters that windows-1252 has at 0x80 to 0x9F; 0 stands for itself.
constexpr std::array<char16_t, 32> kUpperRows = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// The byte of a character in windows-1252; 0 for ASCII and what it has not.
uint8_t windows_byte(char32_t c) {
  if (c < 0x80) return 0;
  if (c < 0x100) return static_cast<uint8_t>(c);
  for (size_t i = 0; i < kUpperRows.size(); ++i) {
    if (kUpperRows[i] == c) return static_cast<uint8_t>(0x80 + i);
  }
  return 0;
}

// Characters of two bytes that stand alone among ASCII in Western text.
bool is_usual_alone(char32_t c) { return c >= 0xA0 && c < 0x100; }

// One character that was encoded twice, at the front of `text`: its bytes, and
// how many bytes of `text` they were. 0: none.
size_t encoded_twice(std::string_view text, std::array<char, 4>& bytes,
                     size_t& count) {
  size_t taken = 0;
  size_t wanted = 1;
  for (count = 0; count < wanted; ++count) {
    if (taken >= text.size()) return 0;
    char32_t c = 0;
    const size_t size = text::decode_utf8(text.substr(taken), c);
    if (size == 0) return 0;
    const uint8_t byte = windows_byte(c);
    if (byte == 0) return 0;
    if (count == 0) {
      if (byte < 0xC2 || byte > 0xF4) return 0;
      wanted = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    }
    bytes[count] = static_cast<char>(byte);
    taken += size;
  }
  char32_t c = 0;
  return text::decode_utf8({bytes.data(), count}, c) == count ? taken : 0;
}

// Where the first character may be that was encoded twice: U+00C2 to U+00F4
// before one that windows-1252 has at 0x80 to 0xBF. npos: nowhere.
size_t first_encoded_twice(std::string_view text) {
  constexpr std::string_view kSecond = "\xC2\xC5\xC6\xCB\xE2";
  size_t at = text.find('\xC3');
  while (at != std::string_view::npos && at + 2 < text.size() &&
         kSecond.find(text[at + 2]) == std::string_view::npos) {
    at = text.find('\xC3', at + 1);
  }
  return at;
}

}  // namespace

bool is_utf8_among_others(std::string_view row, bool western) {
  size_t characters = 0;
  bool usual = western;
  while (!row.empty()) {
    char32_t c = 0;
    const size_t size = text::decode_utf8(row, c);
    if (size == 0) return false;
    ++characters;
    usual &= is_usual_alone(c) || (c >= 0x2010 && c <= 0x2122);
    row.remove_prefix(size);
  }
  return characters >= 3 || usual;
}

bool append_decoded_once_more(std::string_view text, std::string& out) {
  const size_t first = first_encoded_twice(text);
  if (first == std::string_view::npos) return false;
  const size_t start = out.size();
  out += text.substr(0, first);
  text.remove_prefix(first);
  bool changed = false;
  while (!text.empty()) {
    const size_t ascii = text::ascii_prefix(text);
    out += text.substr(0, ascii);
    text.remove_prefix(ascii);
    if (text.empty()) break;
    std::array<char, 4> bytes;
    size_t count = 0;
    size_t taken = encoded_twice(text, bytes, count);
    if (taken > 0 && count == 2) {
      // A pair of bytes counts only if its character is usual, or if another
      // such pair is next to it: an accented capital before a quotation mark is
      // the end of a word.
      char32_t c = 0;
      (void)text::decode_utf8({bytes.data(), count}, c);
      std::array<char, 4> more;
      size_t more_count = 0;
      const bool follows = encoded_twice(text.substr(taken), more, more_count);
      const bool followed =
          out.size() > start && changed && text::continues_sequence(out.back());
      const bool ends_capitals = static_cast<unsigned char>(bytes[1]) < 0xA0 &&
                                 out.size() > start && out.back() >= 'A' &&
                                 out.back() <= 'Z';
      if ((!is_usual_alone(c) || ends_capitals) && !follows && !followed) {
        taken = 0;
      }
    }
    if (taken > 0) {
      out.append(bytes.data(), count);
      changed = true;
    } else {
      char32_t c = 0;
      taken = text::decode_utf8(text, c);
      if (taken == 0) taken = 1;
      out += text.substr(0, taken);
    }
    text.remove_prefix(taken);
  }
  if (!changed) out.resize(start);
  return changed;
}

}  // namespace wax::document
