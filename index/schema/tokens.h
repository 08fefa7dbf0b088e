// Splits text into the words that are indexed and searched.
//
// A word is a run of letters, digits and combining marks in any script, folded
// and cut at 64 characters: in the case folding of NFKC ("STRASSE" for
// "Straße", "1" for a full-width digit), and without accents ("cafe" for
// "café", "odysseus" in Greek letters for "Ὀδυσσεύς", "lodz" for "Łódź").
// Digits of all scripts are those of ASCII. Arabic words lose their article,
// and letters that Arabic and Persian keyboards mix up are one. Letters that
// their languages count as others stay: й, ї, ў, and all marks of Indian
// scripts. Apostrophes that are letters go ("hawaii" for "Hawaiʻi"), and so
// does the dot of "col·lecció". A word that differs from its folded form
// besides in case has an exact form too: in lower case, composed, with accents,
// and with the usual letters for their forms from U+F900 on, so that few terms
// have characters that programs of Lucene order in different ways. Runs of
// Chinese, Japanese and Korean characters give overlapping pairs of simplified
// characters, and in addition their last character alone, so that one character
// is found as the beginning of a pair. Thai and Lao are split by a dictionary,
// Khmer and Burmese into pairs of syllables (dictionary_words.h). Letters with
// dots between them ("U.S.A.") are one word, "usa"; "C++" and "C#" have an
// exact form with their tails, and quotes within Hebrew words are only in it,
// too (word_signs.h). Pictures (emoji) are words. Everything else separates
// words, except soft hyphens, joiners and variation selectors within them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace wax::index {

class DictionaryWords;

struct Token {
  std::u32string_view text;   // folded; valid until the next call
  std::u32string_view exact;  // likewise; empty when it is the same
  size_t begin = 0;           // bytes in the text it came from
  size_t end = 0;
  // A CJK character at the end of its run. `last` when there are others before
  // it: a query does not need it as a word.
  bool single = false;
  bool last = false;
};

class Tokenizer {
 public:
  static constexpr size_t kLongest = 64;

  Tokenizer();
  ~Tokenizer();
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;

  // `utf8` must outlive the tokens; ill-formed bytes in it separate words.
  void set(std::string_view utf8);

  // Reads the next token. Each is one position after the one before it.
  [[nodiscard]] bool next(Token& token);

  // ASCII characters in lower case with which wanted words begin.
  class Beginnings {
   public:
    void add(char c) {
      auto byte = static_cast<unsigned char>(c);
      if (byte >= wanted_.size() || wanted_[byte]) return;
      wanted_[byte] = true;
      if (count_ < kFew) few_[count_] = c;
      ++count_;
    }
    void add_all() {
      wanted_.fill(true);
      count_ = wanted_.size();
    }
    // Whether wanted words begin with this ASCII character.
    [[nodiscard]] bool has(unsigned char c) const { return wanted_[c]; }
    // None when they are many.
    [[nodiscard]] std::span<const char> few() const {
      return {few_.data(), count_ <= kFew ? count_ : 0};
    }

   private:
    static constexpr size_t kFew = 4;
    std::array<bool, 128> wanted_ = {};
    std::array<char, kFew> few_ = {};
    size_t count_ = 0;
  };
  // The same without words of ASCII characters alone that begin otherwise, most
  // of which are passed over quickly.
  [[nodiscard]] bool next_wanted(const Beginnings& wanted, Token& token);

  // The same words as UTF-8, and quicker. Both are valid until the next call;
  // eight bytes from their beginning on may be read.
  [[nodiscard]] bool next_utf8(std::string_view& word, std::string_view& exact);

 private:
  struct CjkCharacter {
    char32_t letter = 0;
    size_t end = 0;        // in the text
    bool goes_on = false;  // another one follows
  };

  bool plain_word(std::string_view& word, std::string_view& exact);
  bool word(Token& token);
  bool pair(Token& token);
  [[nodiscard]] CjkCharacter cjk(size_t at) const;
  bool dictionary(Token& token);
  bool picture(Token& token);
  void compose();
  void fold(Token& token);
  void replace_forms();

  std::string_view text_;
  size_t at_ = 0;
  char32_t buffer_[kLongest] = {};
  size_t size_ = 0;
  char32_t folded_[kLongest] = {};
  char utf8_[4 * kLongest + 8] = {};
  char exact_utf8_[4 * kLongest + 8] = {};
  bool pairs_ = false;      // in a run that has given a pair
  CjkCharacter ahead_;      // then: the second one of this pair
  bool has_signs_ = false;  // in buffer_: its form without them is the folded
  std::unique_ptr<DictionaryWords> run_;
};

[[nodiscard]] std::string utf8_of(std::u32string_view text);

// Whether a word, in UTF-8, begins with a letter of the Arabic block.
[[nodiscard]] inline bool is_arabic(std::string_view word) {
  if (word.empty()) return false;
  const auto first = static_cast<unsigned char>(word.front());
  return first >= 0xD8 && first <= 0xDB;
}

// An Arabic word as words in quotes are looked for: with its article and its
// letters, without vowel marks. `word` is an exact form, or the folded one of a
// token without. `room` is where it is, or `word` itself.
[[nodiscard]] std::string_view without_vowel_marks(std::string_view word,
                                                   std::string& room);

}  // namespace wax::index
