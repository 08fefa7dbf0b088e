// Looks at all hits of a query, to sort, collapse and count them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "index/match/shard_search.h"
#include "index/query/query.h"
#include "index/search/collapse.h"
#include "index/search/document_values.h"
#include "index/search/hit_order.h"
#include "index/search/results.h"
#include "index/search/results_part.h"
#include "index/search/searcher.h"
#include "index/search/value_counts.h"
#include "index/store/index_reader.h"

namespace wax::index {

// Throws UsageError for an unknown period.
void check_period(const ResultOptions& options);

// The options with order_of() the query. Lucene++ has its own order.
[[nodiscard]] ResultOptions in_order_of(const IndexReader& reader,
                                        const Query& query,
                                        const ResultOptions& options);

// Whether the best hits of a search are all that is wanted: then not all hits
// need be looked at.
[[nodiscard]] bool is_by_score_alone(const ResultOptions& options);

// How many of the first places are wanted: those up to the last hit of the
// page, and those in which words that stand together count.
[[nodiscard]] uint64_t first_wanted(const ResultOptions& options);

// Periods in order, with those between that have no hit.
[[nodiscard]] std::vector<FacetValue> with_empty_periods(
    std::vector<FacetValue> values);

// For one search, by one thread. Memory: as find_results().
class AllHits final : public WindowUser {
 public:
  // What it is made of must outlive it. Throws UsageError.
  AllHits(const IndexReader& reader, const ResultOptions& options);

  // Once. Returns `searched` and `missing` alone. Throws as Searcher::search().
  Hits find(const Query& query);
  // After it, one of these, once.
  void finish(Results& results);
  void finish_part(ResultsPart& part);

  void begin_shard(const Shard& shard, double expected,
                   const Deadline& deadline) override;
  bool take(const MatchWindow& window) override;
  void end_shard(bool keep) override;

 private:
  [[nodiscard]] bool add_proximity_boosts(const Query& query);
  // How many of the first places are kept.
  [[nodiscard]] uint64_t kept() const;
  void give_texts(ResultsPart& part) const;

  const IndexReader* reader_;
  const ResultOptions* options_;
  FieldNames own_names_;  // unless the options have those of a whole index
  const FieldNames* names_;
  bool with_hits_;  // false when only counts are wanted
  std::vector<ValueCounts> facets_;
  std::optional<ValueCounts> periods_;
  const std::vector<Shard>* shards_;
  Places places_;
  Collapser collapser_;
  FirstPlaces first_;
  std::optional<FirstPlaces> best_in_shard_;
  std::vector<Place> best_;     // sorted
  std::vector<Place> boosted_;  // those looked at, in the order before it
  uint64_t in_shard_ = 0;
  uint64_t base_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> in_shards_;
  uint64_t total_ = 0;
};

}  // namespace wax::index
