#include "document/charset/folded_text.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

#include "document/charset/charset.h"
#include "document/charset/encodings.h"
#include "document/charset/language_pairs.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

// Characters without a cost of their own.
constexpr char16_t kUnreadable = 1;
constexpr unsigned kUnreadableCost = 30 * kBit;
constexpr unsigned kCapitalCost = 6 * kBit;
// A letter of another script right beside one of ASCII: "men\u0449".
constexpr unsigned kOtherScriptCost = 10 * kBit;
// No two letters of another script are beside each other: they may be signs.
constexpr unsigned kNoWordCost = 25 * kBit;
// Half-width katakana, which training texts do not have.
constexpr unsigned kKatakanaCost = 10 * kBit;

enum class Case : uint8_t { kNone, kSmall, kCapital };

struct FoldedCharacter {
  char16_t character = u' ';
  Case letter = Case::kNone;
};

FoldedCharacter fold(char32_t c) {
  if (c < 0x80) {
    const char one = static_cast<char>(c);
    if (text::is_digit(one)) return {u'0'};
    if (!text::is_letter(one)) return {};
    const bool small = one >= 'a';
    return {static_cast<char16_t>(small ? c : c + 0x20),
            small ? Case::kSmall : Case::kCapital};
  }
  if (c < 0xA0 || c == 0xFFFD || (c >= 0xE000 && c < 0xF900) || c > 0xFFFF) {
    return {kUnreadable};
  }
  // Romanian with commas, as the encodings before have it.
  if (c >= 0x218 && c <= 0x21B) c += c < 0x21A ? 0x15E - 0x218 : 0x162 - 0x21A;
  const auto small = static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
  if (small != c && small >= 0x80) {
    return {static_cast<char16_t>(small), Case::kCapital};
  }
  return {static_cast<char16_t>(c),
          u_islower(static_cast<UChar32>(c)) != 0 ? Case::kSmall : Case::kNone};
}

bool is_half_katakana(char16_t c) { return c >= 0xFF61 && c <= 0xFF9F; }

// Greek, Cyrillic, Hebrew, Arabic, Thai, half-width katakana.
bool is_of_other_script(char16_t c) {
  return (c >= 0x370 && c < 0x1E00) || is_half_katakana(c);
}

bool is_letter_of_ascii(FoldedCharacter c) {
  return c.character < 0x80 && c.letter != Case::kNone;
}

class Folder {
 public:
  explicit Folder(FoldedText& text) : text_(&text) {}

  void take(FoldedCharacter next) {
    if (next.character == kUnreadable) {
      text_->cost += kUnreadableCost;
      next = {};
      last_ = {};
    } else if (next.character >= 0x80 || last_.character >= 0x80) {
      take_pair(next);
    }
    last_ = next;
  }

  void finish() const {
    if (has_other_ && !has_word_) text_->cost += kNoWordCost;
  }

 private:
  void take_pair(FoldedCharacter next) {
    const bool is_other = is_of_other_script(next.character);
    const bool was_other = is_of_other_script(last_.character);
    has_other_ |= is_other;
    has_word_ |= is_other && was_other;
    if ((is_other && is_letter_of_ascii(last_)) ||
        (was_other && is_letter_of_ascii(next))) {
      text_->cost += kOtherScriptCost;
    }
    if (is_half_katakana(next.character)) {
      text_->cost += kKatakanaCost;
      return;
    }
    if (next.letter == Case::kCapital && last_.letter == Case::kSmall) {
      text_->cost += kCapitalCost;
    }
    text_->pairs.push_back({last_.character, next.character});
  }

  FoldedText* text_;
  FoldedCharacter last_;
  bool has_other_ = false;
  bool has_word_ = false;
};

using FoldedBytes = std::array<FoldedCharacter, 256>;

const FoldedBytes& folded_bytes(const Encoding& encoding) {
  static std::mutex mutex;  // guards `all`; its elements do not change
  static std::unordered_map<std::string_view, FoldedBytes> all;
  std::lock_guard lock(mutex);
  auto [found, is_new] = all.try_emplace(encoding.name);
  if (is_new) {
    const UpperHalf& upper = upper_half(encoding);
    for (size_t i = 0; i < 256; ++i) {
      char32_t c = static_cast<char32_t>(i);
      if (i >= 128) {
        (void)text::decode_utf8(
            {upper.text[i - 128].data(), upper.size[i - 128]}, c);
      }
      found->second[i] = fold(c);
    }
  }
  return found->second;
}

}  // namespace

FoldedText folded_text(std::string_view sample, std::string_view encoding,
                       bool is_first, std::string& buffer) {
  FoldedText text;
  Folder folder(text);
  const Encoding* facts = find_encoding(encoding);
  if (facts->single_byte) {
    const FoldedBytes& folded = folded_bytes(*facts);
    for (char c : sample) folder.take(folded[static_cast<unsigned char>(c)]);
    if (is_first) folder.finish();
    return text;
  }
  for (std::string_view rest = to_utf8(sample, encoding, buffer);
       !rest.empty();) {
    char32_t c = 0;
    const size_t size = text::decode_utf8(rest, c);
    folder.take(fold(size == 0 ? 0xFFFD : c));
    rest.remove_prefix(std::max<size_t>(size, 1));
  }
  if (is_first) folder.finish();
  return text;
}

}  // namespace wax::document
