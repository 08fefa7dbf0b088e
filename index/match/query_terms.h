// The terms of a query in the shards of an index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/match/matcher.h"
#include "index/query/query.h"
#include "index/schema/fields.h"
#include "index/store/index_directory.h"
#include "index/store/reader_state.h"

namespace wax::index {

// Words as they are written, not folded.
inline constexpr std::string_view kExactField = "exact";

// Each term is looked up once in each shard. Methods throw FormatError, IoError
// and Deadline::Passed.
class QueryTerms {
 public:
  struct InShard {
    std::vector<std::vector<TermSource>> sources;  // by term
    std::vector<uint64_t> documents;
  };

  explicit QueryTerms(const Query& query) { collect(query); }

  // The term must be one of the query.
  [[nodiscard]] size_t number(std::string_view field, const std::string& text,
                              const std::string& exact = {}) const {
    return find(field, text, exact);
  }
  [[nodiscard]] size_t number(std::string_view field,
                              const Query::Word& word) const {
    return number(field, word.text, word.exact);
  }

  [[nodiscard]] InShard look_up(const Shard& shard,
                                const Deadline& deadline) const;

  // Adds up over all shards.
  void count(const InShard& shard);
  // How many documents have the word in the field in which most have it.
  [[nodiscard]] uint64_t documents(const std::string& field,
                                   const Query::Word& word) const;
  // Of the words of the query together; beginnings of words are not rare.
  [[nodiscard]] float rarity(const Query& query, uint64_t of_all) const;

 private:
  struct Term {
    std::string field;
    std::string text;
    std::string exact;  // in shards whose words are not folded; empty: the same
  };

  static std::string key(std::string_view field, const std::string& text,
                         const std::string& exact) {
    std::string key(field);
    return (key += '\0' + text) += '\0' + exact;
  }

  // terms_.size() when there is no such term.
  [[nodiscard]] size_t find(std::string_view field, const std::string& text,
                            const std::string& exact) const;
  void collect(const Query& query);
  void add(std::string_view field, const std::string& text,
           const std::string& exact);

  // Fewer are found one by one.
  static constexpr size_t kMany = 16;
  std::unordered_map<std::string, size_t> numbers_;  // by key, when many
  std::vector<Term> terms_;
  std::vector<uint64_t> documents_;
};

}  // namespace wax::index
