// Reads the postings of one shard into Matches.
#pragma once

#include <lucene++/LuceneHeaders.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "index/lucenepp/lucene_shard.h"
#include "index/query/query.h"

namespace wax::index {

// Documents in ascending order. Without scores, each score is 0. With
// `all_but`, these documents are those that do not match, and there are no
// scores.
struct Matches {
  std::vector<int32_t> documents;
  std::vector<float> scores;
  bool all_but = false;

  [[nodiscard]] float score(size_t i) const {
    return scores.empty() ? 0 : scores[i];
  }
};

// Scores are added up.
[[nodiscard]] Matches both(const Matches& a, const Matches& b);
[[nodiscard]] Matches either(const Matches& a, const Matches& b);
[[nodiscard]] Matches without(Matches a, const std::vector<int32_t>& excluded);

// The same without all_but, when there are `documents` in all.
[[nodiscard]] Matches listed(Matches matches, int32_t documents);

// The only documents that a caller wants; null: all.
using Within = const std::vector<int32_t>*;

class Postings {
 public:
  explicit Postings(const LuceneShard& shard);

  [[nodiscard]] bool has_field(const std::string& field) const;
  [[nodiscard]] uint64_t frequency(const std::string& field,
                                   const std::string& term) const;

  // weight * frequency * factor of the length for each document with the term.
  [[nodiscard]] Matches term(const std::string& field, const std::string& text,
                             float weight, Within within);
  // The same for a phrase.
  [[nodiscard]] Matches phrase(const std::string& field,
                               const std::vector<Query::Word>& words,
                               float weight, Within within);
  // `score` for each document with a term that begins with the text.
  [[nodiscard]] Matches prefix(const std::string& field,
                               const std::string& text, float score);
  // Documents with a term from `first` to `last`.
  [[nodiscard]] std::vector<bool> range(const std::string& field,
                                        const std::string& first,
                                        const std::string& last);
  // Documents with one of the terms.
  [[nodiscard]] Matches any_of(const std::string& field,
                               const std::vector<std::string>& texts,
                               bool prefixes);

 private:
  void mark(const Lucene::TermPtr& term, std::vector<bool>& documents);
  [[nodiscard]] std::vector<std::string> terms_with_prefix(
      const std::string& field, const std::string& text);
  const uint8_t* norms(const std::string& field);

  const LuceneShard* shard_;
  Lucene::IndexReaderPtr reader_;
  Lucene::Collection<int32_t> documents_;
  Lucene::Collection<int32_t> frequencies_;
  std::map<std::string, Lucene::ByteArray> norms_;
};

[[nodiscard]] Matches matches_of(const std::vector<bool>& documents,
                                 float score);

}  // namespace wax::index
