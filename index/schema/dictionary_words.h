// Words of scripts that are written without spaces between them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// Cuts one run of Thai, Lao or other letters into the words of a dictionary, or
// one of Khmer or Burmese into overlapping pairs of syllables and its last
// syllable: the words of their dictionaries do not agree with each other.
// Vowels AM of Thai and Lao are one character, after the tone mark. Not safe
// for several threads.
class DictionaryWords {
 public:
  struct Word {
    std::u32string text;
    size_t begin = 0;  // bytes
    size_t end = 0;
    bool single = false;  // as of a token (tokens.h)
    bool last = false;
  };

  DictionaryWords();
  ~DictionaryWords();
  DictionaryWords(const DictionaryWords&) = delete;
  DictionaryWords& operator=(const DictionaryWords&) = delete;

  void clear();
  // Reads the run that begins at text[at], and sets `at` to its end.
  void read(std::string_view text, size_t& at);
  // Whether there are words that next() has not given.
  [[nodiscard]] bool has_words() const { return given_ < words_.size(); }
  // Valid until the next call of read() or clear().
  [[nodiscard]] const Word& next() { return words_[given_++]; }

 private:
  struct Breaker;
  struct Letter {
    char32_t letter;
    size_t begin;
  };
  void add_syllables();
  void add_dictionary_words();
  void add(size_t from, size_t to);

  std::vector<Letter> letters_;
  size_t end_ = 0;
  std::vector<Word> words_;
  size_t given_ = 0;
  std::unique_ptr<Breaker> breaker_;
};

}  // namespace wax::index
