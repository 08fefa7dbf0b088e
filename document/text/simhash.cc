#include "document/text/simhash.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <span>

#include "text/ascii.h"
#include "text/number.h"
#include "text/plain_run.h"
#include "text/utf8.h"

namespace wax::document {
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

class WordCharacters {
 public:
  WordCharacters() : table_(table()) {}
  WordCharacter operator[](char32_t point) const {
    return point < kCharacterTable ? table_[point] : word_character(point);
  }

 private:
  using Table = std::array<WordCharacter, kCharacterTable>;
  static const Table& table() {
    static const auto* table = [] {
      auto* made = new Table;
      for (char32_t c = 0; c < kCharacterTable; ++c) {
        (*made)[c] = word_character(c);
      }
      return made;
    }();
    return *table;
  }

  const Table& table_;
};

// A letter or digit of ASCII in lower case; 0 for another byte.
char folded_ascii(char c) {
  static constexpr std::array<char, 256> kFolded = [] {
    std::array<char, 256> folded{};
    for (char ascii = 0; ascii < 0x7F; ++ascii) {
      if (!text::is_alphanumeric(ascii)) continue;
      folded[static_cast<unsigned char>(ascii)] = text::to_lower(ascii);
    }
    return folded;
  }();
  return kFolded[static_cast<unsigned char>(c)];
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
        if (add_ascii()) continue;
        if (!folded.empty()) break;
        behind_ideograph = false;
        ++at_;
        continue;
      }
      size_t length = text::decode_utf8(text_.substr(at_), point);
      WordCharacter c;
      if (length > 0) {
        c = characters_[point];
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
  // Adds the characters of ASCII that go on with the word; false for none.
  bool add_ascii() {
    size_t end = at_;
    while (end < text_.size() && folded_ascii(text_[end]) != '\0') ++end;
    if (end == at_) return false;
    const size_t begin = folded.size();
    folded.append(text_, at_, end - at_);
    for (char& c : std::span(folded).subspan(begin)) c = folded_ascii(c);
    at_ = end;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  WordCharacters characters_;
};

// Hashes the bytes of a feature incrementally.
class FeatureHash {
 public:
  void add(char c) {
    hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  }
  void add(std::string_view bytes) {
    for (char c : bytes) add(c);
  }
  [[nodiscard]] uint64_t value() const {
    uint64_t hash = hash_;
    hash = (hash ^ hash >> 33) * 0xFF51AFD7ED558CCD;
    hash = (hash ^ hash >> 33) * 0xC4CEB9FE1A85EC53;
    return hash ^ hash >> 33;
  }

 private:
  uint64_t hash_ = 0xCBF29CE484222325;
};

// The features of three words with spaces between them. Their hashes are made
// side by side, so that none waits for another.
class Shingles {
 public:
  // Whether the word ends one; its hash is then in value().
  bool add(std::string_view word) {
    for (char c : word) {
      for (FeatureHash& hash : hashes_) hash.add(c);
    }
    const bool ends = words_ == 2;
    value_ = hashes_[2].value();
    words_ += static_cast<unsigned>(!ends);
    hashes_[2] = hashes_[1];
    hashes_[1] = hashes_[0];
    hashes_[0] = {};
    hashes_[1].add(' ');
    hashes_[2].add(' ');
    return ends;
  }
  [[nodiscard]] uint64_t value() const { return value_; }
  void clear() { *this = {}; }

 private:
  std::array<FeatureHash, 3> hashes_;  // of the last, two and three words
  uint64_t value_ = 0;
  unsigned words_ = 0;  // before the next one, at most 2
};

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
  void add(uint64_t hash) {
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

#ifdef __SSE2__
// Bit i: byte i is a letter or digit of ASCII.
unsigned ascii_word_bits(__m128i bytes) {
  auto is_in = [&](__m128i values, char first, char count) {
    const __m128i from_first = _mm_sub_epi8(values, _mm_set1_epi8(first));
    const __m128i last = _mm_set1_epi8(static_cast<char>(count - 1));
    return _mm_cmpeq_epi8(_mm_min_epu8(from_first, last), from_first);
  };
  const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  return static_cast<unsigned>(_mm_movemask_epi8(
      _mm_or_si128(is_in(lower, 'a', 26), is_in(bytes, '0', 10))));
}
#endif

class WordCounter {
 public:
  explicit WordCounter(std::string_view text) : text_(text) {}

  uint64_t count() {
    while (at_ < text_.size()) {
      count_ascii();
      if (at_ < text_.size()) count_character();
    }
    return count_;
  }

 private:
  // Goes to the next character that is not ASCII, or the last 15 bytes.
  void count_ascii() {
#ifdef __SSE2__
    while (at_ + 16 <= text_.size()) {
      const __m128i bytes = text::run::load16(text_.data() + at_);
      const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
      const int size = high == 0 ? 16 : __builtin_ctz(high);
      if (size == 0) return;
      const unsigned words = ascii_word_bits(bytes) & ((1U << size) - 1);
      const unsigned before = words << 1 | static_cast<unsigned>(in_word_);
      count_ += static_cast<unsigned>(__builtin_popcount(words & ~before));
      in_word_ = (words >> (size - 1) & 1) != 0;
      at_ += static_cast<size_t>(size);
      if (high != 0) return;
    }
#endif
  }

  void count_character() {
    char32_t point = static_cast<unsigned char>(text_[at_]);
    size_t length = 1;
    if (point >= 0x80) length = text::decode_utf8(text_.substr(at_), point);
    WordKind kind = WordKind::kNone;
    if (length > 0) kind = characters_[point].kind;
    at_ += std::max<size_t>(1, length);
    if (kind == WordKind::kLeftOut) return;
    count_ += static_cast<unsigned>(kind == WordKind::kIdeograph ||
                                    (kind == WordKind::kWord && !in_word_));
    in_word_ = kind == WordKind::kWord;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint64_t count_ = 0;
  bool in_word_ = false;
  WordCharacters characters_;
};

}  // namespace

uint64_t count_words(std::string_view text) {
  return WordCounter(text).count();
}

std::optional<uint64_t> simhash(std::string_view text) {
  BitVotes votes;
  std::string all;  // of a text without features
  Shingles shingles;
  std::string before;  // the last ideograph
  for (ShingleWords words(text); words.next();) {
    if (votes.features() == 0) {
      if (!all.empty()) all += ' ';
      all += words.folded;
    }
    if (words.ideograph) {
      shingles.clear();
      if (words.joined) {
        FeatureHash pair;
        pair.add(before);
        pair.add(words.folded);
        votes.add(pair.value());
      }
      before = words.folded;
      continue;
    }
    if (shingles.add(words.folded)) votes.add(shingles.value());
  }
  if (all.empty()) return {};
  if (votes.features() == 0) {
    FeatureHash whole;
    whole.add(all);
    votes.add(whole.value());
  }
  return votes.bits();
}

std::string simhash_text(uint64_t hash) {
  std::string digits;
  text::append_hex_number(hash, 16, digits);
  return digits;
}

}  // namespace wax::document
