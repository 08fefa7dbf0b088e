#include "index/text/simhash.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <bit>

#include "text/hex.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

enum class WordKind : uint8_t { kNone, kWord, kIdeograph, kLeftOut };

struct WordCharacter {
  char32_t folded = 0;
  WordKind kind = WordKind::kNone;
};

WordCharacter word_character(char32_t point) {
  auto code = static_cast<UChar32>(point);
  uint32_t category = U_GET_GC_MASK(code);
  constexpr uint32_t kWords = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
  if ((category & kWords) == 0) return {};
  WordCharacter result;
  result.kind = WordKind::kWord;
  UErrorCode error = U_ZERO_ERROR;
  switch (uscript_getScript(code, &error)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_BOPOMOFO:
      result.kind = WordKind::kIdeograph;
      break;
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      result.kind = (category & U_GC_M_MASK) != 0 ? WordKind::kLeftOut
                                                  : WordKind::kIdeograph;
      break;
    default:
      if (code == 0x30FC) result.kind = WordKind::kIdeograph;
  }
  result.folded =
      static_cast<char32_t>(u_foldCase(u_tolower(code), U_FOLD_CASE_DEFAULT));
  return result;
}

constexpr char32_t kCharacterTable = 0x3100;

WordCharacter word_character_of(char32_t point) {
  static const auto* table = [] {
    auto* made = new std::array<WordCharacter, kCharacterTable>;
    for (char32_t c = 0; c < kCharacterTable; ++c) {
      (*made)[c] = word_character(c);
    }
    return made;
  }();
  return point < kCharacterTable ? (*table)[point] : word_character(point);
}

// Reads the words; `folded` has a word's UTF-8 when next() has given it.
class ShingleWords {
 public:
  explicit ShingleWords(std::string_view text) : text_(text) {}

  std::string folded;
  bool ideograph = false;
  bool joined = false;  // an ideograph right behind another one

  bool next() {
    folded.clear();
    bool behind_ideograph = ideograph;
    while (at_ < text_.size()) {
      char32_t point = static_cast<unsigned char>(text_[at_]);
      if (point < 0x80) {
        const WordCharacter c = word_character_of(point);
        if (c.kind == WordKind::kWord) {
          folded += static_cast<char>(c.folded);
        } else if (!folded.empty()) {
          break;
        } else {
          behind_ideograph = false;
        }
        ++at_;
        continue;
      }
      size_t length = text::decode_utf8(text_.substr(at_), point);
      WordCharacter c;
      if (length > 0) {
        c = word_character_of(point);
      } else {
        length = 1;
      }
      if (c.kind == WordKind::kLeftOut) {
        at_ += length;
        continue;
      }
      if (c.kind == WordKind::kWord) {
        text::append_utf8(c.folded, folded);
        at_ += length;
        continue;
      }
      if (!folded.empty()) break;
      at_ += length;
      if (c.kind == WordKind::kIdeograph) {
        text::append_utf8(c.folded, folded);
        ideograph = true;
        joined = behind_ideograph;
        return true;
      }
      behind_ideograph = false;
    }
    ideograph = joined = false;
    return !folded.empty();
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

uint64_t feature_hash(std::string_view bytes) {
  uint64_t hash = 0xCBF29CE484222325;
  for (char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  }
  hash = (hash ^ hash >> 33) * 0xFF51AFD7ED558CCD;
  hash = (hash ^ hash >> 33) * 0xC4CEB9FE1A85EC53;
  return hash ^ hash >> 33;
}

// Bit i of the index in byte i.
constexpr std::array<uint64_t, 256> kSpreadBits = [] {
  std::array<uint64_t, 256> spread{};
  for (uint64_t byte = 0; byte < 256; ++byte) {
    for (uint64_t i = 0; i < 8; ++i) {
      spread[byte] |= (byte >> i & 1) << (8 * i);
    }
  }
  return spread;
}();

class BitVotes {
 public:
  void add(std::string_view feature) {
    uint64_t hash = feature_hash(feature);
    // A byte's bits are counted with one addition for the eight.
    for (size_t i = 0; i < 8; ++i) {
      lanes_[i] += kSpreadBits[hash >> (8 * i) & 0xFF];
    }
    ++features_;
    if (++waiting_ == 255) settle();
  }

  [[nodiscard]] uint64_t features() const { return features_; }

  [[nodiscard]] uint64_t bits() {
    settle();
    uint64_t bits = 0;
    for (size_t i = 0; i < 64; ++i) {
      if (set_[i] * 2 > features_) bits |= uint64_t{1} << i;
    }
    return bits;
  }

 private:
  void settle() {
    for (size_t i = 0; i < 64; ++i) {
      set_[i] += lanes_[i / 8] >> (8 * (i % 8)) & 0xFF;
    }
    lanes_ = {};
    waiting_ = 0;
  }

  std::array<uint64_t, 8> lanes_{};
  std::array<uint64_t, 64> set_{};
  uint64_t features_ = 0;
  unsigned waiting_ = 0;
};

}  // namespace

uint64_t count_words(std::string_view text) {
  uint64_t count = 0;
  bool in_word = false;
  for (size_t at = 0; at < text.size();) {
    char32_t point = static_cast<unsigned char>(text[at]);
    size_t length = 1;
    if (point >= 0x80) length = text::decode_utf8(text.substr(at), point);
    WordKind kind = WordKind::kNone;
    if (length > 0) kind = word_character_of(point).kind;
    at += std::max<size_t>(1, length);
    if (kind == WordKind::kLeftOut) continue;
    count +=
        kind == WordKind::kIdeograph || (kind == WordKind::kWord && !in_word);
    in_word = kind == WordKind::kWord;
  }
  return count;
}

std::optional<uint64_t> simhash(std::string_view text) {
  BitVotes votes;
  std::string all;      // of a text without features
  std::string shingle;  // the last words, a space behind each
  size_t ends[2] = {};  // of the words in it
  size_t count = 0;     // of the words in it
  std::string pair;
  for (ShingleWords words(text); words.next();) {
    if (votes.features() == 0) {
      if (!all.empty()) all += ' ';
      all += words.folded;
    }
    if (words.ideograph) {
      count = 0;
      shingle.clear();
      if (words.joined) {
        pair += words.folded;
        votes.add(pair);
      }
      pair = words.folded;
      continue;
    }
    shingle += words.folded;
    if (count == 2) {
      votes.add(shingle);
      shingle.erase(0, ends[0]);
      ends[0] = ends[1] - ends[0];
    } else {
      ++count;
    }
    shingle += ' ';
    ends[count - 1] = shingle.size();
  }
  if (all.empty()) return {};
  if (votes.features() == 0) votes.add(all);
  return votes.bits();
}

int simhash_distance(uint64_t a, uint64_t b) { return std::popcount(a ^ b); }

std::string simhash_text(uint64_t hash) {
  std::string digits;
  text::append_hex_number(hash, 16, digits);
  return digits;
}

}  // namespace wax::index
