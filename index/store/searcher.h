// Answers queries.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/query/query.h"
#include "index/store/index_reader.h"

namespace wax::index {

struct Hit {
  uint64_t document = 0;
  float score = 0;
};

struct Hits {
  uint64_t total = 0;
  std::vector<Hit> best;
};

// A word of a query counts boost * idf^2 * sqrt(frequency) * norm, as in
// Lucene, in each field that has it. A phrase counts as one word whose idf is
// the sum of the idfs of its words. Beginnings of words count only their boost;
// dates and exact values count nothing. The idf is that of all shards together.
// Equal scores are in order of document numbers, so that the answer is always
// the same.
class Searcher {
 public:
  // `reader` must outlive this.
  explicit Searcher(const IndexReader& reader) : reader_(&reader) {}

  // At most `count` hits, from the `start`-th best on. Memory: 8 bytes for
  // each document that a part of the query matches. Throws as IndexReader.
  [[nodiscard]] Hits search(const Query& query, uint64_t start,
                            uint64_t count) const;

 private:
  const IndexReader* reader_;
};

}  // namespace wax::index
