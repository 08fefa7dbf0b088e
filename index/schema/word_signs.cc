#include "index/schema/word_signs.h"

#include "index/schema/letters.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// The character at text[at] and its bytes; -1 at the end and for other bytes.
UChar32 character_at(std::string_view text, size_t at, size_t& size) {
  if (at >= text.size()) return -1;
  char32_t c = 0;
  size = text::decode_utf8(text.substr(at), c);
  return size == 0 ? -1 : static_cast<UChar32>(c);
}

bool goes_on(std::string_view text, size_t at) {
  size_t size = 0;
  return class_of(character_at(text, at, size)) != CharacterClass::kBreak;
}

bool is_hebrew_letter(UChar32 c) {
  return (c >= 0x05D0 && c <= 0x05EA) || (c >= 0x05EF && c <= 0x05F2);
}

bool is_hebrew_point(UChar32 c) { return c >= 0x0591 && c <= 0x05C7; }

// U+05F3 or U+05F4 for a quote, of ASCII or Hebrew; 0 for others.
char32_t hebrew_quote(UChar32 c) {
  if (c == '"' || c == 0x05F4) return 0x05F4;
  return c == '\'' || c == 0x05F3 ? 0x05F3 : 0;
}

// Whether the quote at text[at] is between two Hebrew letters.
bool is_in_hebrew_word(std::string_view text, size_t at) {
  size_t size = 0;
  (void)character_at(text, at, size);
  size_t after = 0;
  if (!is_hebrew_letter(character_at(text, at + size, after))) return false;
  for (size_t before = at; before >= 2; before -= 2) {
    const UChar32 c = character_at(text, before - 2, after);
    if (!is_hebrew_point(c)) return is_hebrew_letter(c);
  }
  return false;
}

}  // namespace

size_t abbreviation_end(std::string_view text, size_t at) {
  constexpr size_t kMost = 16;
  size_t letters = 0;
  size_t end = 0;
  while (letters <= kMost) {
    size_t size = 0;
    const UChar32 c = character_at(text, at, size);
    if (!u_isalpha(c) || class_of(c) != CharacterClass::kWord) {
      return letters >= 2 && !goes_on(text, at) ? end : 0;
    }
    ++letters;
    at += size;
    end = at;
    if (at >= text.size() || text[at] != '.') {
      return letters >= 3 && !goes_on(text, at) ? end : 0;
    }
    ++at;
  }
  return 0;
}

size_t tail_length(std::string_view text, size_t at) {
  if (at == 0 || at >= text.size()) return 0;
  size_t size = 1;
  if (text[at] == '+') {
    size = at + 1 < text.size() && text[at + 1] == '+' ? 2 : 1;
  } else if (text[at] != '#') {
    return 0;
  }
  const size_t behind = at + size;
  if (behind == text.size()) return size;
  if (size == 2 && text::is_digit(text[behind])) return size;
  if (text[behind] == '+' || text[behind] == '#') return 0;
  return goes_on(text, behind) ? 0 : size;
}

char32_t sign_within_word(UChar32 c, std::string_view text, size_t at) {
  if (c == kMiddleDot) {
    constexpr size_t kSize = 2;  // bytes
    const bool is_between = at > 0 && at + kSize < text.size() &&
                            text::to_lower(text[at - 1]) == 'l' &&
                            text::to_lower(text[at + kSize]) == 'l';
    return is_between ? kMiddleDot : 0;
  }
  const char32_t quote = hebrew_quote(c);
  return quote != 0 && is_in_hebrew_word(text, at) ? quote : 0;
}

bool has_signs_to_match(std::string_view exact) {
  return exact.ends_with('+') || exact.ends_with('#') ||
         exact.find("\u200D") != exact.npos;
}

bool is_picture(UChar32 c) {
  if (is_flag_part(c)) return true;
  if (c < 0x231A) return false;  // (c), (r), marks of the text, arrows
  if (!u_hasBinaryProperty(c, UCHAR_EMOJI) ||
      !u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC)) {
    return false;
  }
  const bool is_sign = (c >= 0x25AA && c <= 0x25FE) || c == 0x27A1 ||
                       (c >= 0x2934 && c <= 0x2935) ||
                       (c >= 0x2B05 && c <= 0x2B1C) || c == 0x2714 ||
                       (c >= 0x3030 && c <= 0x303D);
  return !is_sign;
}

}  // namespace wax::index
