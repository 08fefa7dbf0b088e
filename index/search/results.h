// What a query finds, in any order, collapsed, and counted by the values of
// fields and by time, in one evaluation of the query.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "index/match/shard_search.h"
#include "index/query/query.h"
#include "index/query/snippet.h"
#include "index/search/document_values.h"
#include "index/search/hit_order.h"
#include "index/search/searcher.h"
#include "index/search/value_counts.h"
#include "index/store/index_reader.h"

namespace wax::index {

struct ResultOptions {
  SearchOptions search;
  Sort sort;
  std::vector<Boost> boosts;
  Collapse collapse;
  uint64_t collapsed_hits = 1;  // hits that are given of those that collapse
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  std::string period;  // "year" or "month": counts hits in each; empty: none
  uint64_t start = 0;  // of Results::collapsed, likewise count
  uint64_t count = 10;
  // The fields of the whole index if the reader is a part of it; null: the
  // reader is all of it.
  const FieldNames* fields = nullptr;
};

// Hits with one value of what they are collapsed by, or one hit alone.
struct CollapsedHits {
  std::vector<Hit> hits;  // the best first
  uint64_t total = 1;
};

struct Results {
  uint64_t total = 0;
  bool total_is_exact = true;
  uint64_t collapsed_total = 0;  // = total when nothing is collapsed
  bool is_by_score = true;  // the best hits come first; else by what was asked
                            // for, or by order_of() the query
  std::vector<CollapsedHits> collapsed;
  std::vector<Facet> facets;
  // The number of hits in each period from the first to the last that has one:
  // "2007" or "200710". A hit counts once in each in which it was captured.
  std::vector<FacetValue> periods;
  // The number of the first document of each shard with hits, and of its hits;
  // empty when nothing is counted, collapsed or sorted.
  std::vector<std::pair<uint64_t, uint64_t>> in_shards;
  uint64_t searched = 0;
  Missing missing;
};

// Hits with the same place in the order are in order of document numbers, and
// those without a value come last; so pages neither repeat nor lose a hit. The
// order of relevance is that of order_of() the query.
// Collapsed hits stand where the best of them does. Words that stand together
// count as in Searcher::search(): so the best of collapsed hits have the order
// of all hits. Memory: as Searcher::search(); in another order or with boosts
// 24 bytes for each of start + count hits; when hits are collapsed, 32 for each
// hit of a shard, 56 for each that stay, and for similar ones 32 for each hit.
// The reader keeps the values of fields by which is sorted, collapsed or
// counted. For any number of threads. Throws as Searcher::search(); UsageError
// for a field that has no such values, and for another period.
[[nodiscard]] Results find_results(const IndexReader& reader,
                                   const Query& query,
                                   const ResultOptions& asked);

// Calls use(hit) for all hits in order of document numbers, with their scores,
// until it returns false. Words that stand together do not count here, because
// they do so in the best hits alone, which are known when all were seen. Memory
// does not grow with their number. Returns what was not searched.
[[nodiscard]] Missing each_hit(const IndexReader& reader, const Query& query,
                               const SearchOptions& options,
                               const std::function<bool(const Hit&)>& use);

// A hit with what is shown of it.
struct ShownHit {
  Hit hit;
  uint64_t rank = 0;         // from 1; of its group when hits are collapsed
  uint64_t group_total = 1;  // hits in its group
  StoredDocument document;   // all stored fields, and said_by
  Snippet snippet;
};

// Reads the stored fields and makes the snippet, for the words of a query: from
// the main content if it has one of them, else from the whole text. For any
// number of threads. Throws as IndexReader.
class HitReader {
 public:
  // `kept`, if it is not null, keeps the stored values of hits; it and the
  // reader outlive this.
  HitReader(const IndexReader& reader, const Query& query,
            KeptDocuments* kept = nullptr);

  [[nodiscard]] ShownHit read(const Hit& hit, uint64_t rank,
                              uint64_t group_total = 1) const;
  // The fields that append_hit_json() writes.
  [[nodiscard]] const std::vector<std::string>& fields() const {
    return shown_;
  }

 private:
  const IndexReader* reader_;
  KeptDocuments* kept_;
  std::vector<Query::Word> words_;
  std::vector<std::string> stored_;
  std::vector<std::string> shown_;
};

}  // namespace wax::index
