// The proximity boost: words that are neighbours in a query count more in
// documents in which they are near to each other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/match/query_terms.h"
#include "index/query/query.h"
#include "index/store/index_directory.h"
#include "index/store/reader_state.h"

namespace wax::index {

struct WordPair {
  std::string field;  // empty: those that have a weight
  Query::Word first;
  Query::Word second;
  uint32_t times = 1;  // that they are neighbours in the query
};

// Neighbours that are both required, each pair once.
[[nodiscard]] std::vector<WordPair> pairs_of(const Query& query);

// Finds a pair in documents of one shard, which must rise.
class PairReader {
 public:
  // `terms`: of the query; `here`: those in the shard. Throws FormatError,
  // IoError, as closeness().
  PairReader(const WordPair& pair, const Shard& shard, const QueryTerms& terms,
             const QueryTerms::InShard& here);

  // 1 when the second word follows the first in a field, 1/2 when it is the
  // next but one or comes before it, ...; 0 when they are far apart. URLs do
  // not count.
  [[nodiscard]] float closeness(uint32_t document);

 private:
  struct InField {
    TermCursor first;
    TermCursor second;
    bool first_is_rarer;
  };
  std::vector<InField> fields_;
  std::vector<uint32_t> firsts_;   // room
  std::vector<uint32_t> seconds_;  // likewise
};

}  // namespace wax::index
