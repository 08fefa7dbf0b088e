// Stems of words, by the Snowball algorithms, as terms of the field "stems":
// "en:run" of "running" in English.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/schema/tokens.h"

namespace wax::index {

// The languages that have stems, as "en", in order: those of the Snowball
// library that is linked in.
[[nodiscard]] const std::vector<std::string>& stemmed_languages();

// Which languages "en,de", "all", "none" or nothing stand for, in order. Throws
// UsageError for one without stems.
[[nodiscard]] std::vector<std::string> wanted_stems(
    const std::vector<std::string>& words);

// Read and write languages as the manifest of an index has them: "de,en".
[[nodiscard]] std::vector<std::string> stems_of_text(std::string_view text);
[[nodiscard]] std::string text_of_stems(const std::vector<std::string>& stems);

// Returns which of `languages` a text in `language` ("en-GB") has; empty: none
// of them.
[[nodiscard]] std::string stem_language(
    std::string_view language, const std::vector<std::string>& languages);

// Returns the language of a term: "en" of "en:run".
[[nodiscard]] inline std::string_view stem_language_of(std::string_view term) {
  return term.substr(0, term.find(':'));
}

// Whether the stem of a word in the language begins with the first letter of
// its folded form.
[[nodiscard]] bool stems_keep_beginning(std::string_view language);

// Keeps what it made of `most_known` words at most. One thread uses it at a
// time.
class StemTerms {
 public:
  // Throws std::logic_error unless it is one of stemmed_languages().
  explicit StemTerms(const std::string& language, size_t most_known = 32'768);
  ~StemTerms();
  StemTerms(const StemTerms&) = delete;
  StemTerms& operator=(const StemTerms&) = delete;

  // The term of a word, as the tokenizer gives its exact form, or its folded
  // form if it has none. Accents of stems are folded. Valid until the next
  // call; eight bytes from its beginning on may be read.
  [[nodiscard]] std::string_view term(std::string_view word);

 private:
  struct Delete {
    void operator()(void* stemmer) const;
  };
  // Most of them fit into a cache line.
  struct alignas(64) Known {
    std::string word;
    std::string term;  // empty: the place is free
  };
  std::string language_;
  size_t most_known_;
  std::unique_ptr<void, Delete> stemmer_;
  Tokenizer tokenizer_;
  std::vector<Known> known_;  // by the hash of the word, the last one of it
  size_t made_ = 0;           // since it has this size
};

// Returns the stems that the calling thread keeps for all queries and hits, at
// most half a megabyte for each language. Valid as long as the thread. Throws
// as StemTerms().
[[nodiscard]] StemTerms& stems_of_thread(const std::string& language);

}  // namespace wax::index
