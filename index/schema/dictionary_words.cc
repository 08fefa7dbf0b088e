#include "index/schema/dictionary_words.h"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/utf16.h>

#include <algorithm>

#include "index/schema/letters.h"
#include "index/schema/tokens.h"
#include "text/utf8.h"

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::index {
namespace {

bool is_between(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

bool is_khmer(char32_t c) { return is_between(c, 0x1780, 0x17FF); }
bool is_burmese(char32_t c) {
  return is_between(c, 0x1000, 0x109F) || is_between(c, 0xA9E0, 0xA9FF) ||
         is_between(c, 0xAA60, 0xAA7F);
}
bool has_syllables(char32_t c) { return is_khmer(c) || is_burmese(c); }

bool is_mark_of_syllable(char32_t c) {
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

constexpr char32_t kCoeng = 0x17D2;   // the next Khmer consonant is below
constexpr char32_t kVirama = 0x1039;  // likewise in Burmese
constexpr char32_t kAsat = 0x103A;    // the consonant has no vowel
constexpr char32_t kDotBelow = 0x1037;

// U+0E33 for U+0E32 behind U+0E4D, which may stand before a tone mark or behind
// it, and the same in Lao.
struct Am {
  char32_t circle;
  char32_t vowel;
  char32_t both;
  char32_t first_tone;
  char32_t last_tone;
};
constexpr Am kAms[] = {{0x0E4D, 0x0E32, 0x0E33, 0x0E48, 0x0E4B},
                       {0x0ECD, 0x0EB2, 0x0EB3, 0x0EC8, 0x0ECB}};

}  // namespace

struct DictionaryWords::Breaker {
  std::unique_ptr<icu::BreakIterator> words;
  bool missing = false;  // no dictionary
};

DictionaryWords::DictionaryWords() : breaker_(std::make_unique<Breaker>()) {}
DictionaryWords::~DictionaryWords() = default;

void DictionaryWords::clear() {
  words_.clear();
  given_ = 0;
}

void DictionaryWords::read(std::string_view text, size_t& at) {
  clear();
  letters_.clear();
  // Long runs are cut: the dictionary's time grows with them.
  constexpr size_t kMost = 4096;
  bool by_syllables = false;
  while (at < text.size() && letters_.size() < kMost) {
    const std::string_view rest = text.substr(at);
    char32_t c = 0;
    const size_t size = text::decode_utf8(rest, c);
    const CharacterClass kind =
        size == 0 ? CharacterClass::kBreak : class_of(static_cast<UChar32>(c));
    if (kind != CharacterClass::kDictionary && kind != CharacterClass::kMark &&
        kind != CharacterClass::kIgnored) {
      break;
    }
    if (kind != CharacterClass::kIgnored) {
      if (letters_.empty()) by_syllables = has_syllables(c);
      if (kind == CharacterClass::kDictionary &&
          has_syllables(c) != by_syllables) {
        break;
      }
      const char32_t lower = lower_of(static_cast<UChar32>(c));
      const Am* am =
          std::find_if(std::begin(kAms), std::end(kAms),
                       [&](const Am& one) { return one.vowel == lower; });
      size_t before = letters_.size();
      if (am != std::end(kAms)) {
        while (before > 0 && is_between(letters_[before - 1].letter,
                                        am->first_tone, am->last_tone)) {
          --before;
        }
        if (before > 0 && letters_[before - 1].letter == am->circle) {
          letters_.erase(letters_.begin() +
                         static_cast<std::ptrdiff_t>(before - 1));
          letters_.push_back({am->both, at});
          at += size;
          continue;
        }
      }
      letters_.push_back({lower, at});
    }
    at += size;
  }
  end_ = at;
  if (letters_.empty()) return;
  if (by_syllables) {
    add_syllables();
  } else {
    add_dictionary_words();
  }
}

void DictionaryWords::add(size_t from, size_t to) {
  Word word;
  word.begin = letters_[from].begin;
  word.end = to < letters_.size() ? letters_[to].begin : end_;
  for (size_t i = from; i < to && word.text.size() < Tokenizer::kLongest; ++i) {
    const char32_t c = letters_[i].letter;
    // Two letters of Lao that are also written as one.
    if (c == 0x0EDC || c == 0x0EDD) {
      word.text += char32_t{0x0EAB};
      word.text += c == 0x0EDC ? char32_t{0x0E99} : char32_t{0x0EA1};
    } else {
      word.text += c;
    }
  }
  words_.push_back(std::move(word));
}

void DictionaryWords::add_syllables() {
  auto letter = [&](size_t i) {
    return i < letters_.size() ? letters_[i].letter : char32_t{0};
  };
  // Whether a consonant ends the syllable before it.
  auto has_no_vowel = [&](size_t i) {
    const size_t next = letter(i + 1) == kDotBelow ? i + 2 : i + 1;
    return letter(next) == kAsat || letter(i + 1) == kVirama;
  };
  std::vector<size_t> begins;
  for (size_t i = 0; i < letters_.size(); ++i) {
    const char32_t c = letter(i);
    const char32_t before = i == 0 ? char32_t{0} : letter(i - 1);
    const bool follows = is_mark_of_syllable(c) || before == kCoeng ||
                         before == kVirama ||
                         (is_burmese(c) && has_no_vowel(i));
    if (i == 0 || !follows) begins.push_back(i);
  }
  begins.push_back(letters_.size());
  const size_t syllables = begins.size() - 1;
  for (size_t i = 0; i < syllables; ++i) {
    const bool is_last = i + 1 == syllables;
    add(begins[i], begins[is_last ? i + 1 : i + 2]);
    words_.back().single = is_last;
    words_.back().last = is_last && i > 0;
  }
  // Marks of one place are typed in any order.
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error)) return;
  for (Word& word : words_) {
    icu::UnicodeString written = icu::UnicodeString::fromUTF32(
        reinterpret_cast<const UChar32*>(word.text.data()),
        static_cast<int32_t>(word.text.size()));
    const icu::UnicodeString composed = nfc->normalize(written, error);
    if (U_FAILURE(error)) return;
    word.text.clear();
    for (int32_t i = 0;
         i < composed.length() && word.text.size() < Tokenizer::kLongest;
         i = composed.moveIndex32(i, 1)) {
      word.text += static_cast<char32_t>(composed.char32At(i));
    }
  }
}

void DictionaryWords::add_dictionary_words() {
  icu::UnicodeString units;
  std::vector<size_t> places;  // of each unit, in letters_
  for (size_t i = 0; i < letters_.size(); ++i) {
    units.append(static_cast<UChar32>(letters_[i].letter));
    places.resize(static_cast<size_t>(units.length()), i);
  }
  places.push_back(letters_.size());
  UErrorCode error = U_ZERO_ERROR;
  if (!breaker_->words && !breaker_->missing) {
    breaker_->words.reset(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
    if (U_FAILURE(error)) {
      breaker_->words.reset();
      breaker_->missing = true;
    }
  }
  if (breaker_->missing) {
    add(0, letters_.size());
    return;
  }
  breaker_->words->setText(units);
  int32_t from = breaker_->words->first();
  for (int32_t to = breaker_->words->next(); to != icu::BreakIterator::DONE;
       from = to, to = breaker_->words->next()) {
    add(places[static_cast<size_t>(from)], places[static_cast<size_t>(to)]);
  }
}

}  // namespace wax::index
