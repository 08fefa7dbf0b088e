// Splits text into the words that are indexed and searched.
//
// A word is a run of letters, digits and combining marks in any script, in
// lower case (so that "Straße" and "STRASSE" differ, but "Ὀδυσσεύς" and
// "ὈΔΥΣΣΕΎΣ" do not), composed, and cut at 64 characters. Accents stay: "cafe"
// does not find "café".
// Runs of Chinese, Japanese and Korean characters give overlapping pairs, and
// in addition their last character alone, so that one character is found as the
// beginning of a pair. Thai, Lao, Khmer and Burmese are split by a dictionary.
// Everything else separates words, except soft hyphens and joiners within them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace wax::index {

struct Token {
  std::u32string_view text;  // valid until the next call
  size_t begin = 0;          // bytes in the text it came from
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

  // Each token stands one position after the one before it.
  [[nodiscard]] bool next(Token& token);

  // The same words as UTF-8, and quicker. `word` is valid until the next call;
  // eight bytes from its beginning on may be read.
  [[nodiscard]] bool next_utf8(std::string_view& word);

 private:
  struct Run;
  bool word(Token& token);
  bool pair(Token& token);
  bool dictionary(Token& token);
  void compose();

  std::string_view text_;
  size_t at_ = 0;
  char32_t buffer_[kLongest] = {};
  size_t size_ = 0;
  char utf8_[4 * kLongest + 8] = {};
  bool pairs_ = false;  // in a run that has given a pair
  std::unique_ptr<Run> run_;
};

[[nodiscard]] std::string utf8_of(std::u32string_view text);

}  // namespace wax::index
