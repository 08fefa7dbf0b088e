// The best hits with what words that stand together count in them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "index/match/hits.h"
#include "index/match/proximity_boost.h"
#include "index/match/query_terms.h"
#include "index/store/reader_state.h"

namespace wax::index {

// The terms of a query in each shard; those that cannot be read have none.
using FoundTerms = std::vector<std::optional<QueryTerms::InShard>>;

// What is needed to look for pairs of words in hits.
struct PairSearch {
  const std::vector<Shard>& shards;
  const std::vector<WordPair>& pairs;
  const QueryTerms& terms;
  const FoundTerms& found;
  uint64_t documents;
  const SearchOptions& options;
};

// What each pair counts where its words stand side by side.
[[nodiscard]] std::vector<float> boosts_of(const std::vector<WordPair>& pairs,
                                           const QueryTerms& terms,
                                           uint64_t documents,
                                           const SearchOptions& options);

// Looks for the pairs in the best hits, and sorts these again; in those alone
// that can be among the first `needed` ones. Returns false when the time runs
// out before that, which leaves them as they are.
[[nodiscard]] bool add_proximity_boosts(const PairSearch& search,
                                        uint64_t needed,
                                        std::vector<Hit>& best);

}  // namespace wax::index
