#include <cstddef>
#include <cstdint>

#include "document/charset/encodings.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

enum class Script : uint8_t {
  kNone,  // between words
  kAscii,
  kLatin,
  kGreek,
  kCyrillic,
  kHebrew,
  kArabic,
  kThai,
  kHan,
  kKana,
  kHangul,
  kOther,
  kPunctuation,  // beside words in many languages
  kSign,         // not right behind an accented letter
  kBroken,
};

bool within(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

Script script_of(char32_t c) {
  using enum Script;
  if (c < 0x80) {
    return text::is_letter(static_cast<char>(c)) ? kAscii : kNone;
  }
  if (c < 0xA0) return kBroken;
  if (c < 0xC0) {
    // No-break space, section, quotation marks, degree, middle dot, soft
    // hyphen, registered, powers.
    for (char32_t usual : {0xA0, 0xA7, 0xAB, 0xAD, 0xAE, 0xB0, 0xB7, 0xBB}) {
      if (c == usual) return kPunctuation;
    }
    return kSign;
  }
  if (c == 0xD7 || c == 0xF7) return kSign;
  if (c < 0x250 || within(c, 0x1E00, 0x1EFF)) return kLatin;
  if (within(c, 0x2B0, 0x2FF)) return kSign;
  if (within(c, 0x300, 0x36F)) return kPunctuation;
  if (within(c, 0x370, 0x3FF) || within(c, 0x1F00, 0x1FFF)) return kGreek;
  if (within(c, 0x400, 0x52F)) return kCyrillic;
  if (within(c, 0x591, 0x5F4)) return kHebrew;
  if (within(c, 0x600, 0x6FF)) return kArabic;
  if (within(c, 0xE00, 0xE7F)) return kThai;
  if (within(c, 0x2010, 0x203A) && c != 0x201A && c != 0x201E && c != 0x2020 &&
      c != 0x2021 && c != 0x2030) {
    return kPunctuation;
  }
  if (within(c, 0x2000, 0x2BFF)) return kSign;
  if (within(c, 0x3000, 0x303F) || within(c, 0xFF01, 0xFF5E)) {
    return kPunctuation;
  }
  if (within(c, 0x3040, 0x30FF)) return kKana;
  if (within(c, 0x3400, 0x9FFF)) return kHan;
  if (within(c, 0xAC00, 0xD7A3)) return kHangul;
  if (within(c, 0xE000, 0xF8FF) || within(c, 0xFF61, 0xFF9F) || c == 0xFFFD ||
      text::ends_a_plane(c)) {
    return kBroken;
  }
  return kOther;
}

bool has_case(Script script) {
  return script == Script::kAscii || script == Script::kLatin ||
         script == Script::kGreek || script == Script::kCyrillic;
}

bool is_capital(char32_t c, Script script) {
  switch (script) {
    case Script::kAscii:
      return c <= 'Z';
    case Script::kLatin:
      if (c < 0x100) return c < 0xDF;
      if (c == 0x178) return true;
      if (within(c, 0x139, 0x148) || within(c, 0x179, 0x17E)) return c & 1;
      return (c & 1) == 0 && c < 0x180;
    case Script::kGreek:
      return within(c, 0x386, 0x3AB) && c != 0x390;
    case Script::kCyrillic:
      return within(c, 0x400, 0x42F);
    default:
      return false;
  }
}

// Letters that are only at the ends of words.
bool ends_words(char32_t c) {
  for (char32_t last : {0x3C2, 0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5, 0x629}) {
    if (c == last) return true;
  }
  return false;
}

// Vowels above and below, and tone marks: they follow consonants.
bool is_thai_mark(char32_t c) {
  return c == 0xE31 || within(c, 0xE34, 0xE3A) || within(c, 0xE47, 0xE4E);
}

// The ten letters that make up more than half of any Cyrillic text.
bool is_usual_cyrillic(char32_t c) {
  if (within(c, 0x410, 0x42F)) c += 0x20;
  for (char32_t usual :
       {0x430, 0x435, 0x438, 0x43D, 0x43E, 0x440, 0x441, 0x442, 0x432, 0x456}) {
    if (c == usual) return true;
  }
  return false;
}

class Reader {
 public:
  double read(std::string_view text) {
    while (!text.empty()) {
      char32_t c = 0;
      size_t size = text::decode_utf8(text, c);
      if (size == 0) {
        size = 1;
        c = 0xFFFD;
      }
      text.remove_prefix(size);
      take(c);
    }
    if (cyrillic_ >= 12) judge_cyrillic();
    return good_ + bad_ == 0 ? 1 : good_ / (good_ + bad_);
  }

 private:
  void take(char32_t c) {
    const Script script = script_of(c);
    const bool letter = script >= Script::kAscii && script <= Script::kOther;
    const bool after_letter =
        script_ >= Script::kAscii && script_ <= Script::kOther;
    if (script == Script::kBroken) {
      bad_ += 3;
    } else if (script == Script::kSign) {
      // "\u00C3\u00A9" and "\u00E2\u20AC" are UTF-8 that was read as another.
      if (after_letter && script_ != Script::kAscii) {
        bad_ += 3;
      } else {
        good_ += 0.25;
      }
    } else if (script == Script::kLatin) {
      row_ = script_ == Script::kLatin ? row_ + 1 : 1;
      if (row_ > 3) {
        bad_ += row_ == 4 ? 4 : 1;
      } else {
        good_ += 1;
      }
    } else if (letter && script != Script::kAscii) {
      good_ += 1;
    }
    if (letter && after_letter) join(c, script);
    if (script == Script::kThai && is_thai_mark(c) &&
        script_ != Script::kThai) {
      bad_ += 2;
    }
    if (script == Script::kCyrillic) {
      ++cyrillic_;
      usual_cyrillic_ += is_usual_cyrillic(c);
      cyrillic_capitals_ += is_capital(c, script);
    }
    was_capital_ = is_capital(c, script);
    last_ = c;
    script_ = script;
  }

  // Other letters and small ones for capitals: another Cyrillic encoding.
  void judge_cyrillic() {
    const auto all = static_cast<double>(cyrillic_);
    const double usual = static_cast<double>(usual_cyrillic_) / all;
    if (usual < 0.55) bad_ += all * (0.55 - usual) * 3;
    if (static_cast<double>(cyrillic_capitals_) > 0.6 * all) bad_ += all / 2;
  }

  // A letter right behind another.
  void join(char32_t c, Script script) {
    using enum Script;
    auto is_east_asian = [](Script one) {
      return one == kHan || one == kKana || one == kHangul;
    };
    const bool both_latin = (script == kAscii || script == kLatin) &&
                            (script_ == kAscii || script_ == kLatin);
    if (script != script_ && !both_latin) {
      const bool of_japan = (script == kHan && script_ == kKana) ||
                            (script == kKana && script_ == kHan);
      const bool beside_ascii = (script == kAscii && is_east_asian(script_)) ||
                                (script_ == kAscii && is_east_asian(script));
      if (!of_japan && !beside_ascii) bad_ += 2;
      return;
    }
    if (script == kAscii && script_ == kAscii) return;
    if (has_case(script) && is_capital(c, script) && !was_capital_) bad_ += 1.5;
    if (ends_words(last_)) bad_ += 1;
  }

  double good_ = 0;
  double bad_ = 0;
  uint64_t cyrillic_ = 0;
  uint64_t usual_cyrillic_ = 0;
  uint64_t cyrillic_capitals_ = 0;
  size_t row_ = 0;  // accented letters
  char32_t last_ = 0;
  Script script_ = Script::kNone;
  bool was_capital_ = false;
};

}  // namespace

double legibility(std::string_view text) { return Reader().read(text); }

}  // namespace wax::document
