#include "index/schema/letters.h"

#include <unicode/normalizer2.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>

#include "index/schema/simplified.h"
#include "index/schema/word_signs.h"

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::index {
namespace {

using enum CharacterClass;

// Letters that do not decompose, and what is written where they lack.
struct PlainLetters {
  char16_t letter;
  const char16_t* plain;
};
constexpr PlainLetters kPlainLetters[] = {
    {u'\u00E6', u"ae"},
    {u'\u00F0', u"d"},
    {u'\u00F8', u"o"},
    {u'\u00FE', u"th"},
    {u'\u0111', u"d"},
    {u'\u0127', u"h"},
    {u'\u0131', u"i"},
    {u'\u0142', u"l"},
    {u'\u014B', u"n"},
    {u'\u0153', u"oe"},
    {u'\u0167', u"t"},
    {u'\u0180', u"b"},
    {u'\u0268', u"i"},
    // Arabic letters that keyboards and languages mix up: final yeh, teh
    // marbuta, and kaf, yeh and heh of Persian, Kurdish and Urdu.
    {u'\u0649', u"\u064A"},
    {u'\u0629', u"\u0647"},
    {u'\u06A9', u"\u0643"},
    {u'\u06CC', u"\u064A"},
    {u'\u06C1', u"\u0647"},
    {u'\u06C3', u"\u0647"},
    {u'\u06D5', u"\u0647"},
    // The sign of a nasal vowel with and without its moon, in Devanagari and
    // Gujarati.
    {u'\u0901', u"\u0902"},
    {u'\u0A81', u"\u0A82"},
    // Letters without a vowel of Bengali and Malayalam; they are also written
    // as a letter, the sign of no vowel and a joiner.
    {u'\u09CE', u"\u09A4\u09CD"},
    {u'\u0D7A', u"\u0D23\u0D4D"},
    {u'\u0D7B', u"\u0D28\u0D4D"},
    {u'\u0D7C', u"\u0D30\u0D4D"},
    {u'\u0D7D', u"\u0D32\u0D4D"},
    {u'\u0D7E', u"\u0D33\u0D4D"},
    {u'\u0D7F', u"\u0D15\u0D4D"},
};

// The dot (nukta) of letters of Indian scripts that write sounds of other
// languages, which is often left out.
constexpr uint8_t kDotOfLetter = 7;

bool is_accent(UChar32 c) {
  if (u_charType(c) != U_NON_SPACING_MARK) return false;
  UErrorCode error = U_ZERO_ERROR;
  uint8_t order = u_getCombiningClass(c);
  switch (uscript_getScript(c, &error)) {
    case USCRIPT_INHERITED:
      // U+3099 and U+309A are the voice marks of Japanese.
      return order != 0 && c != 0x3099 && c != 0x309A;
    case USCRIPT_ARABIC:
      return order >= 27 && order <= 35;
    case USCRIPT_HEBREW:
      return order >= 10 && order <= 26;
    case USCRIPT_BENGALI:
      return false;  // its letters with a dot are others
    default:
      return order == kDotOfLetter;
  }
}

// Cyrillic letters with marks are letters of their own, but for ё and accents
// that show the stress.
bool keeps_marks(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  return uscript_getScript(c, &error) == USCRIPT_CYRILLIC && c != 0x451 &&
         c != 0x450 && c != 0x45D;
}

}  // namespace

CharacterClass class_by_properties(UChar32 c) {
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) {
    return kDictionary;
  }
  if (c == 0x19DA) return kDictionary;  // a digit; ICU 76 has it as a number
  if (c == 0x30FC || c == 0xFF70) return kCjk;  // prolongs a Japanese vowel
  if (voice_mark(c) != 0) return kMark;
  if (c == 0x0640) return kIgnored;  // draws an Arabic word out
  UErrorCode error = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(c, &error);
  uint32_t category = U_GET_GC_MASK(c);
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) != 0) {
    switch (script) {
      case USCRIPT_HAN:
      case USCRIPT_HIRAGANA:
      case USCRIPT_KATAKANA:
      case USCRIPT_HANGUL:
      case USCRIPT_BOPOMOFO:
        return kCjk;
      default:
        return kWord;
    }
  }
  if ((category & U_GC_M_MASK) != 0) {
    return u_hasBinaryProperty(c, UCHAR_VARIATION_SELECTOR) ? kIgnored : kMark;
  }
  if ((category & U_GC_CF_MASK) != 0 && c != 0x200B) return kIgnored;
  return is_picture(c) ? kPicture : kBreak;
}

UChar32 lower_by_properties(UChar32 c) {
  // Greek letters with two marks, which ICU 76 folds and ICU 72 does not.
  if (c == 0x1FD3 || c == 0x1FE3) return c;
  return u_foldCase(u_tolower(c), U_FOLD_CASE_DEFAULT);
}

icu::UnicodeString folded_by_properties(UChar32 lower) {
  if (is_accent(lower) || is_apostrophe_letter(lower)) return {};
  icu::UnicodeString same(lower);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc =
      icu::Normalizer2::getNFKCCasefoldInstance(error);
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(error);
  if (U_FAILURE(error)) return same;
  icu::UnicodeString folded = nfkc->normalize(same, error);
  bool is_cjk = class_by_properties(lower) == kCjk;
  if (is_cjk && u_hasBinaryProperty(lower, UCHAR_IDEOGRAPHIC) &&
      folded.countChar32() == 1) {
    folded = icu::UnicodeString(static_cast<UChar32>(
        simplified(static_cast<char32_t>(folded.char32At(0)))));
  }
  if (!is_cjk && !keeps_marks(lower)) {
    icu::UnicodeString parts = nfd->normalize(folded, error);
    folded.remove();
    for (int32_t i = 0; i < parts.length();) {
      UChar32 c = parts.char32At(i);
      i += U16_LENGTH(c);
      const auto* plain =
          std::find_if(std::begin(kPlainLetters), std::end(kPlainLetters),
                       [&](const auto& one) { return one.letter == c; });
      if (plain != std::end(kPlainLetters)) {
        folded.append(icu::UnicodeString(plain->plain));
      } else if (u_charType(c) == U_DECIMAL_DIGIT_NUMBER) {
        folded.append(static_cast<char16_t>('0' + u_charDigitValue(c)));
      } else if (!is_accent(c) && c != kMiddleDot) {
        folded.append(c);
      }
    }
    folded = nfc->normalize(folded, error);
  }
  if (U_FAILURE(error) || folded.isEmpty()) return same;
  // What a letter becomes is part of the same word.
  for (int32_t i = 0; i < folded.length();) {
    UChar32 c = folded.char32At(i);
    i += U16_LENGTH(c);
    CharacterClass kind = class_by_properties(c);
    if (is_cjk ? kind != kCjk || folded.countChar32() != 1
               : kind != kWord && kind != kMark) {
      return same;
    }
  }
  return folded;
}

UChar32 with_part(UChar32 c, UChar32 part) {
  const UChar32 mark = voice_mark(part);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error)) return U_SENTINEL;
  if (mark == 0) return nfc->composePair(c, part);
  return nfc->composePair(static_cast<UChar32>(folded_of(c)), mark);
}

icu::UnicodeString usual_letters(char32_t c) {
  icu::UnicodeString same(static_cast<UChar32>(c));
  if (c < kFirstForm) return same;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(error);
  if (U_FAILURE(error)) return same;
  icu::UnicodeString letters = nfkc->normalize(same, error);
  if (U_FAILURE(error)) return same;
  for (int32_t i = 0; i < letters.length();) {
    const UChar32 letter = letters.char32At(i);
    i += U16_LENGTH(letter);
    const CharacterClass kind = class_of(letter);
    if (kind != kWord && kind != kMark && kind != kCjk) return same;
  }
  return letters;
}

size_t arabic_article(std::u32string_view word) {
  constexpr size_t kLeast = 3;
  constexpr std::u32string_view kArticles[] = {
      U"\u0627\u0644",       U"\u0648\u0627\u0644", U"\u0628\u0627\u0644",
      U"\u0643\u0627\u0644", U"\u0641\u0627\u0644", U"\u0644\u0644"};
  if (word.front() < 0x0600 || word.front() > 0x06FF) return 0;
  for (std::u32string_view article : kArticles) {
    if (word.starts_with(article) && word.size() >= article.size() + kLeast) {
      return article.size();
    }
  }
  return 0;
}

bool write_nasals_as_dots(char32_t* letters, size_t& size) {
  struct Place {
    char32_t nasal;
    char32_t first;
    char32_t last;
  };
  constexpr Place kPlaces[] = {{0x0919, 0x0915, 0x0918},
                               {0x091E, 0x091A, 0x091D},
                               {0x0923, 0x091F, 0x0922},
                               {0x0928, 0x0924, 0x0927},
                               {0x092E, 0x092A, 0x092D}};
  constexpr char32_t kDot = 0x0902;
  size_t kept = 0;
  for (size_t i = 0; i < size; ++i) {
    letters[kept] = letters[i];
    const bool is_nasal = i + 2 < size && letters[i + 1] == kDevanagariVirama &&
                          std::any_of(std::begin(kPlaces), std::end(kPlaces),
                                      [&](const Place& place) {
                                        return letters[i] == place.nasal &&
                                               letters[i + 2] >= place.first &&
                                               letters[i + 2] <= place.last;
                                      });
    if (is_nasal) {
      letters[kept] = kDot;
      ++i;
    }
    ++kept;
  }
  const bool differs = kept != size;
  size = kept;
  return differs;
}

CharacterBlock::CharacterBlock(UChar32 first) {
  for (UChar32 i = 0; i < kSize; ++i) {
    auto n = static_cast<size_t>(i);
    classes[n] = class_by_properties(first + i);
    lower[n] = static_cast<char16_t>(lower_by_properties(first + i));
    folded[n] = static_cast<char16_t>(first + i);
    if (first + i >= 0x80 && classes[n] != kBreak && !u_isupper(first + i)) {
      icu::UnicodeString letters = folded_by_properties(first + i);
      folded[n] = letters.isEmpty()       ? kNothing
                  : letters.length() == 1 ? letters[0]
                                          : kSeveral;
    }
  }
}

const CharacterBlock& made_block(BlockSlot& slot, UChar32 c) {
  auto made = std::make_unique<const CharacterBlock>(c / CharacterBlock::kSize *
                                                     CharacterBlock::kSize);
  const CharacterBlock* other = nullptr;
  // Another thread may have been quicker.
  if (slot.compare_exchange_strong(other, made.get())) return *made.release();
  return *other;
}

AsciiTable::AsciiTable() {
  const CharacterBlock& block = block_of(0);
  for (size_t c = 0; c < bytes.size(); ++c) {
    bytes[c] = c >= 0x80 ? kNotAscii
               : block.classes[c] == kWord
                   ? static_cast<unsigned char>(block.lower[c])
                   : kSeparator;
  }
}

const AsciiTable& ascii_table() {
  static const AsciiTable made;
  return made;
}

}  // namespace wax::index
