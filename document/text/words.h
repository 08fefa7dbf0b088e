// The words of a text, for measures of its content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wax::document {

// A run of letters, digits and underscores (Unicode: L*, N*). Scripts without
// spaces between words (Han, kana) make a word of every two characters of a
// run. Thai, Lao, Khmer and Burmese runs end at their vowel and tone marks,
// which are no letters.
struct Word {
  size_t begin = 0;  // bytes of the text
  size_t end = 0;
  uint32_t hash = 0;        // of its lower-case characters
  uint32_t characters = 0;  // code points
  bool capital = false;     // begins with an upper-case letter
  bool number = false;      // digits of ASCII alone
};

// Reads the words of a well-formed UTF-8 text from front to back.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}
  [[nodiscard]] bool next(Word& word);

 private:
  std::string_view text_;
  size_t at_ = 0;
};

// Whether it is one of the most frequent small words of ten European languages.
[[nodiscard]] bool is_stop_word(const Word& word);

// The hash of a sequence: of the words before it, and one more.
[[nodiscard]] constexpr uint32_t sequence_hash(uint32_t before, uint32_t word) {
  uint32_t mixed = (before * 0x9E3779B1u + 0x7F4A7C15u) ^ word;
  mixed *= 0x85EBCA6Bu;
  return mixed ^ mixed >> 15;
}

// A set of hashes with open addressing.
class HashSet {
 public:
  void insert(uint32_t hash);
  // Makes room for so many.
  void reserve(size_t hashes);
  [[nodiscard]] bool contains(uint32_t hash) const {
    if (size_ == 0) return false;
    if (hash == 0) hash = 1;
    return slots_[slot(hash)] != 0;
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Keeps memory.
  void clear();

 private:
  [[nodiscard]] size_t slot(uint32_t hash) const {
    const size_t mask = slots_.size() - 1;
    size_t at = (hash * 0x9E3779B1u >> 7) & mask;
    while (slots_[at] != 0 && slots_[at] != hash) at = (at + 1) & mask;
    return at;
  }
  void resize(size_t slots);

  std::vector<uint32_t> slots_;  // 0: free
  size_t size_ = 0;
};

// The hashes of all sequences of `length` neighbouring words, in their order.
[[nodiscard]] std::vector<uint32_t> word_sequences(
    std::span<const uint32_t> words, size_t length);

}  // namespace wax::document
