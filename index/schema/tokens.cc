#include "index/schema/tokens.h"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "text/utf8.h"

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::index {
namespace {

enum Class : uint8_t { kBreak, kWord, kMark, kIgnored, kCjk, kDictionary };

constexpr UChar32 kBmp = 0x10000;

Class class_by_properties(UChar32 c) {
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) {
    return kDictionary;
  }
  if (c == 0x30FC || c == 0xFF70) return kCjk;  // prolongs a Japanese vowel
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
  if ((category & U_GC_M_MASK) != 0) return kMark;
  if ((category & U_GC_CF_MASK) != 0 && c != 0x200B) return kIgnored;
  return kBreak;
}

UChar32 lower_by_properties(UChar32 c) {
  return u_foldCase(u_tolower(c), U_FOLD_CASE_DEFAULT);
}

// Letters that do not decompose, and what is written where they lack.
struct PlainLetters {
  char16_t letter;
  const char16_t* plain;
};
constexpr PlainLetters kPlainLetters[] = {
    {u'\u00E6', u"ae"}, {u'\u00F0', u"d"}, {u'\u00F8', u"o"},
    {u'\u00FE', u"th"}, {u'\u0111', u"d"}, {u'\u0127', u"h"},
    {u'\u0131', u"i"},  {u'\u0142', u"l"}, {u'\u014B', u"n"},
    {u'\u0153', u"oe"}, {u'\u0167', u"t"}, {u'\u0180', u"b"},
    {u'\u0268', u"i"},  {u'\u0142', u"l"},
};

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
    default:
      return false;
  }
}

// Cyrillic letters with marks are letters of their own, but for ё and accents
// that show the stress.
bool keeps_marks(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  return uscript_getScript(c, &error) == USCRIPT_CYRILLIC && c != 0x451;
}

// What a letter in lower case becomes; empty for an accent.
icu::UnicodeString folded_by_properties(UChar32 lower) {
  if (is_accent(lower)) return {};
  icu::UnicodeString same(lower);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc =
      icu::Normalizer2::getNFKCCasefoldInstance(error);
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(error);
  if (U_FAILURE(error)) return same;
  icu::UnicodeString folded = nfkc->normalize(same, error);
  bool is_cjk = class_by_properties(lower) == kCjk;
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
      } else if (!is_accent(c)) {
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
    Class kind = class_by_properties(c);
    if (is_cjk ? kind != kCjk || folded.countChar32() != 1
               : kind != kWord && kind != kMark) {
      return same;
    }
  }
  return folded;
}

// 256 characters of the BMP that follow each other.
struct CharacterBlock {
  static constexpr UChar32 kSize = 256;
  // In `folded`: the letter becomes several; nothing.
  static constexpr char16_t kSeveral = 1;
  static constexpr char16_t kNothing = 0;
  std::array<Class, kSize> classes;
  std::array<char16_t, kSize> lower;
  std::array<char16_t, kSize> folded;

  explicit CharacterBlock(UChar32 first) {
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
};

using BlockSlot = std::atomic<const CharacterBlock*>;

const CharacterBlock& made_block(BlockSlot& slot, UChar32 c) {
  auto made = std::make_unique<const CharacterBlock>(c / CharacterBlock::kSize *
                                                     CharacterBlock::kSize);
  const CharacterBlock* other = nullptr;
  // Another thread may have been quicker.
  if (slot.compare_exchange_strong(other, made.get())) return *made.release();
  return *other;
}

// Blocks are made when they are first asked for: most texts need few, and all
// together take milliseconds.
const CharacterBlock& block_of(UChar32 c) {
  static std::array<BlockSlot, kBmp / CharacterBlock::kSize> slots{};
  BlockSlot& slot = slots[static_cast<size_t>(c / CharacterBlock::kSize)];
  const CharacterBlock* block = slot.load(std::memory_order_acquire);
  return block != nullptr ? *block : made_block(slot, c);
}

size_t in_block(UChar32 c) {
  return static_cast<size_t>(c % CharacterBlock::kSize);
}

// Of bytes: the lower case of an ASCII character of a word; or one of these.
struct AsciiTable {
  static constexpr unsigned char kSeparator = 0;
  static constexpr unsigned char kNotAscii = 1;
  std::array<unsigned char, 256> bytes{};
  AsciiTable() {
    const CharacterBlock& block = block_of(0);
    for (size_t c = 0; c < bytes.size(); ++c) {
      bytes[c] = c >= 0x80 ? kNotAscii
                 : block.classes[c] == kWord
                     ? static_cast<unsigned char>(block.lower[c])
                     : kSeparator;
    }
  }
};

const AsciiTable& ascii_table() {
  static const AsciiTable made;
  return made;
}

Class class_of(UChar32 c) {
  if (c < 0) return kBreak;
  if (c < kBmp) return block_of(c).classes[in_block(c)];
  return text::ends_a_plane(static_cast<char32_t>(c)) ? kBreak
                                                      : class_by_properties(c);
}

char32_t lower_of(UChar32 c) {
  if (c < kBmp) return block_of(c).lower[in_block(c)];
  return static_cast<char32_t>(lower_by_properties(c));
}

// Or kNothing, kSeveral. Of letters beyond the BMP the lower case is all.
char32_t folded_of(UChar32 c) {
  if (c < kBmp) return block_of(c).folded[in_block(c)];
  return static_cast<char32_t>(c);
}

// Kept out of line, so that the common case is small enough to be inlined.
[[gnu::noinline]] UChar32 long_code_point(std::string_view text, size_t& at) {
  text.remove_prefix(at);
  char32_t c;
  size_t size = text::decode_utf8(text, c);
  at += size > 0 ? size : text::ill_formed_length(text);
  return size > 0 ? static_cast<UChar32>(c) : U_SENTINEL;
}

// The character at `at`, which is passed over; U_SENTINEL for ill-formed bytes.
UChar32 code_point(std::string_view text, size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 0x80) return long_code_point(text, at);
  ++at;
  return byte;
}

// `c` is a scalar value.
char* put_utf8(char32_t c, char* out) {
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
    return out;
  }
  if (c < 0x800) {
    *out++ = static_cast<char>(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      *out++ = static_cast<char>(0xE0 | c >> 12);
    } else {
      *out++ = static_cast<char>(0xF0 | c >> 18);
      *out++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
    }
    *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
  }
  *out++ = static_cast<char>(0x80 | (c & 0x3F));
  return out;
}

}  // namespace

// What a dictionary cut out of a run.
struct Tokenizer::Run {
  struct Piece {
    std::u32string text;
    size_t begin;
    size_t end;
  };
  std::unique_ptr<icu::BreakIterator> words;
  std::vector<Piece> pieces;
  size_t given = 0;
  bool missing = false;  // no dictionary
};

Tokenizer::Tokenizer() : run_(std::make_unique<Run>()) {}
Tokenizer::~Tokenizer() = default;

void Tokenizer::set(std::string_view utf8) {
  text_ = utf8;
  at_ = 0;
  pairs_ = false;
  run_->pieces.clear();
  run_->given = 0;
}

bool Tokenizer::next(Token& token) {
  token.single = token.last = false;
  if (run_->given < run_->pieces.size()) return dictionary(token);
  while (at_ < text_.size()) {
    size_t after = at_;
    UChar32 c = code_point(text_, after);
    switch (class_of(c)) {
      case kWord:
      case kMark:
        pairs_ = false;
        return word(token);
      case kCjk:
        return pair(token);
      case kDictionary:
        pairs_ = false;
        if (dictionary(token)) return true;
        break;
      default:
        pairs_ = false;
        at_ = after;
    }
  }
  return false;
}

bool Tokenizer::next_utf8(std::string_view& word, std::string_view& exact) {
  exact = {};
  if (run_->given == run_->pieces.size()) {
    const auto& ascii = ascii_table().bytes;
    const auto* at = reinterpret_cast<const unsigned char*>(text_.data()) + at_;
    const unsigned char* end = at + (text_.size() - at_);
    const unsigned char* before = at;
    while (at != end && ascii[*at] == AsciiTable::kSeparator) ++at;
    if (at != before) pairs_ = false;
    at_ += static_cast<size_t>(at - before);
    before = at;
    char* out = utf8_;
    unsigned char c = AsciiTable::kSeparator;
    while (at != end && (c = ascii[*at]) > AsciiTable::kNotAscii) {
      *out = static_cast<char>(c);
      out += out < utf8_ + kLongest ? 1 : 0;
      ++at;
    }
    if (at != before && (at == end || c == AsciiTable::kSeparator)) {
      pairs_ = false;
      at_ += static_cast<size_t>(at - before);
      word = {utf8_, static_cast<size_t>(out - utf8_)};
      return true;
    }
  }
  // A word that has other characters.
  Token token;
  if (!next(token)) return false;
  char* out = utf8_;
  for (char32_t c : token.text) out = put_utf8(c, out);
  word = {utf8_, static_cast<size_t>(out - utf8_)};
  if (token.exact.empty()) return true;
  out = exact_utf8_;
  for (char32_t c : token.exact) out = put_utf8(c, out);
  exact = {exact_utf8_, static_cast<size_t>(out - exact_utf8_)};
  return true;
}

// Sets both forms of the word in buffer_.
void Tokenizer::fold(Token& token) {
  token.text = {buffer_, size_};
  token.exact = {};
  size_t size = 0;
  bool differs = false;
  for (size_t i = 0; i < size_; ++i) {
    char32_t c = buffer_[i];
    char32_t folded = folded_of(static_cast<UChar32>(c));
    differs |= folded != c;
    if (folded == CharacterBlock::kNothing) continue;
    if (folded != CharacterBlock::kSeveral) {
      if (size < kLongest) folded_[size++] = folded;
      continue;
    }
    icu::UnicodeString letters = folded_by_properties(static_cast<UChar32>(c));
    for (int32_t k = 0; k < letters.length() && size < kLongest;) {
      UChar32 letter = letters.char32At(k);
      k += U16_LENGTH(letter);
      folded_[size++] = static_cast<char32_t>(letter);
    }
  }
  if (!differs || size == 0) return;
  token.text = {folded_, size};
  token.exact = {buffer_, size_};
}

bool Tokenizer::word(Token& token) {
  token.begin = at_;
  size_ = 0;
  bool marks = false;
  while (at_ < text_.size()) {
    size_t after = at_;
    UChar32 c = code_point(text_, after);
    Class kind = class_of(c);
    if (kind != kWord && kind != kMark && kind != kIgnored) break;
    at_ = after;
    if (kind == kIgnored) continue;
    marks |= kind == kMark;
    if (size_ < kLongest) buffer_[size_++] = lower_of(c);
  }
  if (marks) compose();
  token.end = at_;
  fold(token);
  return true;
}

// The same letter may be written as one character or as two.
void Tokenizer::compose() {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error)) return;
  icu::UnicodeString written = icu::UnicodeString::fromUTF32(
      reinterpret_cast<const UChar32*>(buffer_), static_cast<int32_t>(size_));
  icu::UnicodeString composed = nfc->normalize(written, error);
  if (U_FAILURE(error)) return;
  size_ = 0;
  for (int32_t i = 0; i < composed.length() && size_ < kLongest;) {
    UChar32 c = composed.char32At(i);
    buffer_[size_++] = lower_of(c);
    i += U16_LENGTH(c);
  }
}

bool Tokenizer::pair(Token& token) {
  token.begin = at_;
  buffer_[0] = lower_of(code_point(text_, at_));
  token.end = at_;
  size_t after = at_;
  UChar32 c = -1;
  // Marks (a Japanese voice mark written apart) belong to what they follow.
  while (after < text_.size()) {
    c = code_point(text_, after);
    Class kind = class_of(c);
    if (kind != kMark && kind != kIgnored) break;
    token.end = at_ = after;
    c = -1;
  }
  if (c >= 0 && class_of(c) == kCjk) {
    buffer_[1] = lower_of(c);
    token.end = after;
    size_ = 2;
    fold(token);
    pairs_ = true;
    return true;
  }
  size_ = 1;
  fold(token);
  token.single = true;
  token.last = pairs_;
  pairs_ = false;
  return true;
}

bool Tokenizer::dictionary(Token& token) {
  Run& run = *run_;
  if (run.given == run.pieces.size()) {
    run.pieces.clear();
    run.given = 0;
    // Long runs are cut: the dictionary's time grows with them.
    constexpr int32_t kMost = 4096;
    icu::UnicodeString units;
    std::vector<size_t> starts;  // in bytes, of each unit
    size_t begin = at_;
    size_t after = at_;
    while (after < text_.size() && units.length() < kMost) {
      UChar32 c = code_point(text_, after);
      Class kind = class_of(c);
      if (kind != kDictionary && kind != kMark && kind != kIgnored) break;
      if (kind != kIgnored) {
        units.append(static_cast<UChar32>(lower_of(c)));
        starts.resize(static_cast<size_t>(units.length()), at_);
      }
      at_ = after;
    }
    starts.push_back(at_);
    if (units.isEmpty()) {
      at_ = after;
      return false;
    }
    UErrorCode error = U_ZERO_ERROR;
    if (!run.words && !run.missing) {
      run.words.reset(icu::BreakIterator::createWordInstance(
          icu::Locale::getRoot(), error));
      if (U_FAILURE(error)) {
        run.words.reset();
        run.missing = true;
      }
    }
    auto add = [&](int32_t from, int32_t to) {
      Run::Piece piece{{}, begin, at_};
      piece.begin = starts[static_cast<size_t>(from)];
      piece.end = starts[static_cast<size_t>(to)];
      for (int32_t i = from; i < to && piece.text.size() < kLongest;) {
        UChar32 c = units.char32At(i);
        piece.text += static_cast<char32_t>(c);
        i += U16_LENGTH(c);
      }
      run.pieces.push_back(std::move(piece));
    };
    if (run.words) {
      run.words->setText(units);
      int32_t from = run.words->first();
      for (int32_t to = run.words->next(); to != icu::BreakIterator::DONE;
           from = to, to = run.words->next()) {
        add(from, to);
      }
    } else {
      add(0, units.length());
    }
    if (run.pieces.empty()) return false;
  }
  const Run::Piece& piece = run.pieces[run.given++];
  token.text = piece.text;
  token.exact = {};
  token.begin = piece.begin;
  token.end = piece.end;
  return true;
}

std::string utf8_of(std::u32string_view text) {
  std::string out;
  for (char32_t c : text) {
    if (text::is_scalar_value(c)) text::append_utf8(c, out);
  }
  return out;
}

}  // namespace wax::index
