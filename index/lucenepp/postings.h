// Reads the postings of one shard into Matches.
#pragma once

#include <lucene++/LuceneHeaders.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/lucenepp/lucene_shard.h"
#include "index/lucenepp/matches.h"
#include "index/query/query.h"

namespace wax::index {

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
