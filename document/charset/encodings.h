// The encodings of the web, and judging which of them a text is in.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace wax::document {

inline constexpr std::string_view kUtf8 = "utf-8";

struct Encoding {
  std::string_view name;  // lower case
  const char* icu;        // ICU's name of the converter that is nearest
  bool single_byte;       // with ASCII in its lower half
  // Its other names, each followed by a space.
  std::string_view labels;
};

// The table of the WHATWG Encoding standard, 4.2, but its label "replacement".
// The other encodings that browsers replace for safety are read: iso-2022-kr,
// iso-2022-cn and hz-gb-2312. nullptr for an unknown label. Never deleted.
[[nodiscard]] const Encoding* find_encoding(std::string_view label);

// Rates well-formed UTF-8 between 0 (no word can be one) and 1. Only words with
// characters beyond ASCII count; a text without any has 1. Against a text
// speak U+FFFD, controls and private characters, scripts mixed in a word,
// capitals after small letters, signs such as "\u00A9" after an accented
// letter, rows of accented letters, letters that only end words within them,
// and Cyrillic of rare letters.
[[nodiscard]] double legibility(std::string_view text);

// Whether `row`, a row of bytes beyond ASCII in a page of another encoding, is
// UTF-8. The bytes before and after the row are ASCII. All of it must be
// well-formed UTF-8, and it must be long (three characters) or, where the other
// encoding is `western`, have the most usual characters of Western Europe.
[[nodiscard]] bool is_utf8_among_others(std::string_view row, bool western);

// Appends `text`, well-formed UTF-8, with the characters restored that were
// encoded twice: UTF-8 that was taken for windows-1252 and encoded as UTF-8
// again. False when there are none; then nothing is appended.
[[nodiscard]] bool append_decoded_once_more(std::string_view text,
                                            std::string& out);

// What the bytes 0x80 to 0xFF of an encoding mean, in UTF-8.
struct UpperHalf {
  std::array<std::array<char, 4>, 128> text;
  std::array<uint8_t, 128> size;

  explicit UpperHalf(const Encoding& encoding);
};

// Returns the upper half of an encoding of one byte a character, by the indexes
// of the WHATWG Encoding standard. Any number of threads may call it.
[[nodiscard]] const UpperHalf& upper_half(const Encoding& encoding);

// Appends bytes of the encoding as UTF-8.
void append_single_byte(std::string_view bytes, const UpperHalf& upper,
                        std::string& out);

}  // namespace wax::document
