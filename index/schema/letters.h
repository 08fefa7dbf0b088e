// What characters are in words, and what they become there (tokens.h has the
// rules). Safe for any number of threads.
#pragma once

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/utf8.h"

namespace wax::index {

enum class CharacterClass : uint8_t {
  kBreak,       // separates words
  kWord,        // letters and digits
  kMark,        // belongs to the letter before it
  kIgnored,     // soft hyphens and joiners
  kCjk,         // gives pairs
  kDictionary,  // of a script that dictionary_words.h cuts
  kPicture,     // a word of its own
};

[[nodiscard]] CharacterClass class_by_properties(UChar32 c);
[[nodiscard]] UChar32 lower_by_properties(UChar32 c);
// What a letter in lower case becomes; empty for an accent.
[[nodiscard]] icu::UnicodeString folded_by_properties(UChar32 lower);

// From here on most letters are forms of others: ligatures, those of Arabic for
// a place in a word, full width, letters of mathematics.
inline constexpr char32_t kFirstForm = 0xF900;
// Returns the usual letters of such a form, with accents; another letter as it
// is.
[[nodiscard]] icu::UnicodeString usual_letters(char32_t c);

// U+3099 or U+309A for a voice mark of Japanese in any width, which changes the
// character before it; 0 for others.
[[nodiscard]] constexpr UChar32 voice_mark(UChar32 c) {
  return c == 0x3099 || c == 0xFF9E   ? 0x3099
         : c == 0x309A || c == 0xFF9F ? 0x309A
                                      : 0;
}

// Whether `c` may belong to the Japanese or Korean character before it: a voice
// mark; a vowel or final consonant of Hangul.
[[nodiscard]] constexpr bool may_be_part(UChar32 c) {
  return (c >= 0x1161 && c <= 0x11C2) || voice_mark(c) != 0;
}
// The letter or syllable that `c` and such a part are; U_SENTINEL: they are
// two.
[[nodiscard]] UChar32 with_part(UChar32 c, UChar32 part);

// Apostrophes of Hawaiian, Ukrainian, Uzbek and of transcriptions that are
// letters; most people leave them out.
[[nodiscard]] constexpr bool is_apostrophe_letter(UChar32 c) {
  return c >= 0x2B9 && c <= 0x2BF;
}

// The dot between two l of Catalan.
inline constexpr UChar32 kMiddleDot = 0xB7;

// The letters of "the", also after "and", "with", "as", "so" and "for", at the
// front of a folded Arabic word, which is not empty, that goes on for three
// letters. A stem may begin so, too; then the exact form of the word tells.
[[nodiscard]] size_t arabic_article(std::u32string_view word);

// A nasal that is joined to a stop of its place by this sign is also written as
// a dot. Makes the dot of it in a word; false: the word has no such nasal.
// `size` becomes smaller.
inline constexpr char32_t kDevanagariVirama = 0x094D;
bool write_nasals_as_dots(char32_t* letters, size_t& size);

// 256 characters of the BMP that follow each other.
struct CharacterBlock {
  static constexpr UChar32 kSize = 256;
  // In `folded`: the letter becomes several; nothing.
  static constexpr char16_t kSeveral = 1;
  static constexpr char16_t kNothing = 0;
  std::array<CharacterClass, kSize> classes;
  std::array<char16_t, kSize> lower;
  std::array<char16_t, kSize> folded;

  // `first` is the first of them.
  explicit CharacterBlock(UChar32 first);
};

constexpr UChar32 kBmp = 0x10000;

using BlockSlot = std::atomic<const CharacterBlock*>;
inline std::array<BlockSlot, kBmp / CharacterBlock::kSize> character_blocks{};

[[nodiscard]] const CharacterBlock& made_block(BlockSlot& slot, UChar32 c);

// Blocks are made when they are first asked for: most texts need few, and all
// together take milliseconds.
[[nodiscard]] inline const CharacterBlock& block_of(UChar32 c) {
  BlockSlot& slot =
      character_blocks[static_cast<size_t>(c / CharacterBlock::kSize)];
  const CharacterBlock* block = slot.load(std::memory_order_acquire);
  return block != nullptr ? *block : made_block(slot, c);
}

[[nodiscard]] inline size_t in_block(UChar32 c) {
  return static_cast<size_t>(c % CharacterBlock::kSize);
}

// For each byte: the lower case of an ASCII character of a word; or one of the
// constants.
struct AsciiTable {
  static constexpr unsigned char kSeparator = 0;
  static constexpr unsigned char kNotAscii = 1;
  std::array<unsigned char, 256> bytes{};
  AsciiTable();
};

[[nodiscard]] const AsciiTable& ascii_table();

// kBreak for a value below 0.
[[nodiscard]] inline CharacterClass class_of(UChar32 c) {
  if (c < 0) return CharacterClass::kBreak;
  if (c < kBmp) return block_of(c).classes[in_block(c)];
  return text::ends_a_plane(static_cast<char32_t>(c)) ? CharacterClass::kBreak
                                                      : class_by_properties(c);
}

[[nodiscard]] inline char32_t lower_of(UChar32 c) {
  if (c < kBmp) return block_of(c).lower[in_block(c)];
  return static_cast<char32_t>(lower_by_properties(c));
}

// CharacterBlock::kNothing and kSeveral have their meaning. Beyond the BMP it
// is kSeveral for all, also for what stays as it is.
[[nodiscard]] inline char32_t folded_of(UChar32 c) {
  if (c < kBmp) return block_of(c).folded[in_block(c)];
  return CharacterBlock::kSeveral;
}

}  // namespace wax::index
