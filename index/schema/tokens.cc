#include "index/schema/tokens.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/utf16.h>

#include <algorithm>

#include "index/schema/dictionary_words.h"
#include "index/schema/letters.h"
#include "index/schema/unwanted_words.h"
#include "index/schema/word_signs.h"
#include "text/utf8.h"

// The macros of ICU narrow integers on purpose.
#pragma GCC diagnostic ignored "-Wconversion"

namespace wax::index {
namespace {

using enum CharacterClass;

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

bool is_cyrillic(UChar32 c) { return c >= 0x400 && c <= 0x52F; }

}  // namespace

Tokenizer::Tokenizer() : run_(std::make_unique<DictionaryWords>()) {}
Tokenizer::~Tokenizer() = default;

void Tokenizer::set(std::string_view utf8) {
  text_ = utf8;
  at_ = 0;
  pairs_ = false;
  run_->clear();
}

bool Tokenizer::next(Token& token) {
  token.single = token.last = false;
  if (run_->has_words()) return dictionary(token);
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
        run_->read(text_, at_);
        if (run_->has_words()) return dictionary(token);
        break;
      case kPicture:
        pairs_ = false;
        return picture(token);
      default:
        pairs_ = false;
        at_ = after;
    }
  }
  return false;
}

bool Tokenizer::next_wanted(const Beginnings& wanted, Token& token) {
  if (run_->has_words()) return next(token);
  const auto& ascii = ascii_table().bytes;
  const auto* begin = reinterpret_cast<const unsigned char*>(text_.data());
  const auto* at = begin + at_;
  const unsigned char* end = begin + text_.size();
  while (true) {
    const unsigned char* before = at;
    if (!wanted.few().empty()) {
      at = pass_unwanted(wanted.few(), at, end);
      // An abbreviation is one word.
      while (at - before >= 2 && at[-1] == '.' &&
             ascii[at[-2]] > AsciiTable::kNotAscii &&
             (at - 2 == begin || ascii[at[-3]] == AsciiTable::kSeparator)) {
        at -= 2;
      }
    }
    while (at != end && ascii[*at] == AsciiTable::kSeparator) ++at;
    if (at != before) pairs_ = false;
    at_ = static_cast<size_t>(at - begin);
    if (at == end) return false;
    unsigned char c = ascii[*at];
    if (c == AsciiTable::kNotAscii) return next(token);
    const bool is_wanted = wanted.has(c);
    size_ = 0;
    do {
      if (is_wanted && size_ < kLongest) buffer_[size_++] = c;
      ++at;
    } while (at != end && (c = ascii[*at]) > AsciiTable::kNotAscii);
    if (at != end && c == AsciiTable::kNotAscii) return next(token);
    const size_t length = static_cast<size_t>(at - begin) - at_;
    if (at != end && may_have_signs(length, *at) &&
        (is_wanted || length == 1)) {
      return next(token);
    }
    pairs_ = false;
    if (is_wanted) {
      // ASCII is folded to itself.
      token = {{buffer_, size_}, {}, at_, static_cast<size_t>(at - begin)};
      at_ = token.end;
      return true;
    }
  }
}

bool Tokenizer::next_utf8(std::string_view& word, std::string_view& exact) {
  exact = {};
  if (!run_->has_words()) {
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
    if (at != before &&
        (at == end ||
         (c == AsciiTable::kSeparator &&
          !may_have_signs(static_cast<size_t>(at - before), *at)))) {
      pairs_ = false;
      at_ += static_cast<size_t>(at - before);
      word = {utf8_, static_cast<size_t>(out - utf8_)};
      return true;
    }
  }
  if (!run_->has_words() && plain_word(word, exact)) return true;
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

// Reads a word of letters each of which is folded to one letter, as most words
// of Cyrillic, Greek and Latin are. False, without a change, for another one.
bool Tokenizer::plain_word(std::string_view& word, std::string_view& exact) {
  size_t at = at_;
  char* out = utf8_;
  char* written = exact_utf8_;
  bool differs = false;
  for (size_t letters = 0; at < text_.size(); ++letters) {
    size_t after = at;
    const UChar32 c = code_point(text_, after);
    if (c < 0 || c >= static_cast<UChar32>(kFirstForm)) return false;
    const CharacterBlock& block = block_of(c);
    const CharacterClass kind = block.classes[in_block(c)];
    if (kind == kBreak) {
      // Another sign may be part of the word.
      if (c != ' ' && c != '\n' && c != ',') return false;
      break;
    }
    const char32_t lower = block.lower[in_block(c)];
    const char32_t folded = folded_of(static_cast<UChar32>(lower));
    if (kind != kWord || letters == kLongest ||
        folded <= CharacterBlock::kSeveral) {
      return false;
    }
    differs |= folded != lower;
    out = put_utf8(folded, out);
    written = put_utf8(lower, written);
    at = after;
  }
  if (out == utf8_) return false;
  word = {utf8_, static_cast<size_t>(out - utf8_)};
  if (is_arabic(word)) return false;  // it may have an article
  if (differs)
    exact = {exact_utf8_, static_cast<size_t>(written - exact_utf8_)};
  pairs_ = false;
  at_ = at;
  return true;
}

// Sets both forms of the word in buffer_.
void Tokenizer::fold(Token& token) {
  token.text = {buffer_, size_};
  token.exact = {};
  size_t size = 0;
  bool differs = false;
  bool has_forms = false;
  bool has_virama = false;
  for (size_t i = 0; i < size_; ++i) {
    char32_t c = buffer_[i];
    has_forms |= c >= kFirstForm;
    if (has_signs_ && class_of(static_cast<UChar32>(c)) == kBreak) {
      differs = true;
      continue;
    }
    has_virama |= c == kDevanagariVirama;
    char32_t folded = folded_of(static_cast<UChar32>(c));
    if (folded != CharacterBlock::kSeveral) {
      differs |= folded != c;
      if (folded == CharacterBlock::kNothing) continue;
      if (size < kLongest) folded_[size++] = folded;
      continue;
    }
    icu::UnicodeString letters = folded_by_properties(static_cast<UChar32>(c));
    differs |= letters != icu::UnicodeString(static_cast<UChar32>(c));
    for (int32_t k = 0; k < letters.length() && size < kLongest;) {
      UChar32 letter = letters.char32At(k);
      k += U16_LENGTH(letter);
      folded_[size++] = static_cast<char32_t>(letter);
    }
  }
  if (size == 0) return;
  if (has_virama) differs |= write_nasals_as_dots(folded_, size);
  const size_t article = arabic_article({folded_, size});
  if (!differs && article == 0) return;
  token.text = {folded_ + article, size - article};
  if (has_forms) replace_forms();
  token.exact = {buffer_, size_};
  if (token.exact == token.text) token.exact = {};
}

void Tokenizer::replace_forms() {
  icu::UnicodeString letters;
  for (size_t i = 0; i < size_; ++i) letters.append(usual_letters(buffer_[i]));
  size_ = 0;
  for (int32_t i = 0; i < letters.length() && size_ < kLongest;
       i = letters.moveIndex32(i, 1)) {
    buffer_[size_++] = lower_of(letters.char32At(i));
  }
}

bool Tokenizer::word(Token& token) {
  token.begin = at_;
  size_ = 0;
  has_signs_ = false;
  bool marks = false;
  UChar32 last = U_SENTINEL;
  const size_t abbreviation =
      has_dot_behind(text_, at_) ? abbreviation_end(text_, at_) : 0;
  while (at_ < text_.size() && (abbreviation == 0 || at_ < abbreviation)) {
    size_t after = at_;
    UChar32 c = code_point(text_, after);
    CharacterClass kind = class_of(c);
    if (kind == kBreak) {
      if (abbreviation == 0 || c != '.') {
        c = static_cast<UChar32>(sign_within_word(c, text_, at_));
        if (c == 0) break;
      }
      has_signs_ = true;
    } else if (kind != kWord && kind != kMark && kind != kIgnored) {
      break;
    } else if (is_apostrophe_letter(c) && is_cyrillic(last)) {
      break;  // as the apostrophe that most people write
    }
    at_ = after;
    if (kind == kIgnored) continue;
    marks |= kind == kMark;
    last = c;
    if (size_ < kLongest) buffer_[size_++] = lower_of(c);
  }
  const char behind = at_ < text_.size() ? text_[at_] : '\0';
  const bool may_have_tail =
      (behind == '+' || behind == '#') && u_isalpha(last);
  if (const size_t tail = may_have_tail ? tail_length(text_, at_) : 0;
      tail > 0 && size_ + tail <= kLongest) {
    for (size_t i = 0; i < tail; ++i) {
      buffer_[size_++] = static_cast<unsigned char>(text_[at_++]);
    }
    has_signs_ = true;
  }
  if (marks) compose();
  token.end = at_;
  fold(token);
  has_signs_ = false;
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
  const CjkCharacter first = pairs_ ? ahead_ : cjk(at_);
  token.begin = at_;
  token.end = at_ = first.end;
  buffer_[0] = first.letter;
  size_ = 1;
  if (!first.goes_on) {
    fold(token);
    token.single = true;
    token.last = pairs_;
    pairs_ = false;
    return true;
  }
  ahead_ = cjk(at_);
  token.end = ahead_.end;
  buffer_[1] = ahead_.letter;
  size_ = 2;
  fold(token);
  pairs_ = true;
  return true;
}

// The character at `at` with all that belongs to it: marks, and parts of a
// letter or syllable that are written apart.
Tokenizer::CjkCharacter Tokenizer::cjk(size_t at) const {
  UChar32 c = static_cast<UChar32>(lower_of(code_point(text_, at)));
  for (size_t after = at; after < text_.size(); at = after) {
    const UChar32 part = code_point(text_, after);
    const CharacterClass kind = class_of(part);
    const UChar32 whole = may_be_part(part) ? with_part(c, part) : U_SENTINEL;
    if (whole >= 0) {
      c = whole;
    } else if (kind != kMark && kind != kIgnored) {
      return {static_cast<char32_t>(c), at, kind == kCjk};
    }
  }
  return {static_cast<char32_t>(c), at, false};
}

bool Tokenizer::dictionary(Token& token) {
  const DictionaryWords::Word& word = run_->next();
  token.text = word.text;
  token.exact = {};
  token.begin = word.begin;
  token.end = word.end;
  token.single = word.single;
  token.last = word.last;
  return true;
}

// A flag is two characters; of several pictures that are joined, the first one
// is the folded form.
bool Tokenizer::picture(Token& token) {
  constexpr UChar32 kJoiner = 0x200D;
  token.begin = at_;
  UChar32 c = code_point(text_, at_);
  const bool is_flag = is_flag_part(c);
  bool is_joined = false;
  buffer_[0] = static_cast<char32_t>(c);
  size_ = 1;
  while (at_ < text_.size() && size_ + 2 <= kLongest) {
    size_t after = at_;
    c = code_point(text_, after);
    if (is_flag && size_ == 1 && is_flag_part(c)) {
      buffer_[size_++] = static_cast<char32_t>(c);
    } else if (is_joined && class_of(c) == kPicture) {
      buffer_[size_++] = kJoiner;
      buffer_[size_++] = static_cast<char32_t>(c);
      is_joined = false;
    } else if (c == kJoiner) {
      is_joined = true;
    } else if (!is_variant_of_picture(c)) {
      break;
    }
    at_ = after;
  }
  token.end = at_;
  token.text = {buffer_, is_flag ? size_ : 1};
  token.exact = {};
  if (!is_flag && size_ > 1) token.exact = {buffer_, size_};
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
