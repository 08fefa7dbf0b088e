// Answers queries.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "index/match/hits.h"
#include "index/query/query.h"
#include "index/store/index_reader.h"
#include "io/error.h"

namespace wax::index {

class WindowUser;
struct Shard;

// A word of a query counts as in BM25F (wax-ranking(7)): its occurrences in all
// fields are added up, each with the weight of the field and less in a longer
// one, and the more there are, the less one more counts. Words that few
// documents of all shards have count more. A phrase counts as one word, which
// is as rare as its words together; beginnings of words count little; dates and
// exact values count nothing. Words that are neighbours in the query and in a
// document count more. Equal scores are in order of document numbers, so that
// the answer is always the same.
class Searcher {
 public:
  // Thrown when no shard can be read.
  class Unreadable : public Error {
   public:
    using Error::Error;
  };

  // `reader` must outlive this.
  explicit Searcher(const IndexReader& reader) : reader_(&reader) {}

  // At most `count` hits, from the `start`-th best on. Memory: 16 bytes for
  // each of start + count hits, a bit for each document of a shard for each
  // part of the query that is a range or a beginning. The first search with a
  // facet reads its field, and the reader keeps four bytes for each document.
  // Throws as IndexReader; UsageError for a facet of another field, and with
  // Lucene++; Unreadable when no shard can be read. For any number of threads,
  // unless the reader uses Lucene++.
  [[nodiscard]] Hits search(const Query& query, uint64_t start, uint64_t count,
                            const SearchOptions& options = {}) const;

  // Finds the first hits as search() does, where the reader is a part of an
  // index (options.counts). The proximity of words counts only in the best hits
  // of the whole index. So the hits have the scores and the order that they
  // have before that, and `boosted` has the first kHitsWithProximityBoost with
  // the scores after it; it is empty when the query has no words whose
  // proximity counts.
  [[nodiscard]] Hits best_of_part(const Query& query, uint64_t count,
                                  const SearchOptions& options,
                                  std::vector<Hit>& boosted) const;
  // Counts the documents of the reader alone, and those that have each term, as
  // search() counts them: also documents that are not seen; but a term that
  // only these have in a shard counts nothing there. `missing` is what was not
  // looked at. Throws as search().
  [[nodiscard]] TermCounts term_counts(const Query& query,
                                       const SearchOptions& options,
                                       Missing& missing) const;

  // Gives all matches to `user` (WindowUser), in order of documents.
  // Returns `searched` and `missing` alone. Throws as search(), and
  // UsageError with Lucene++.
  Hits each_window(const Query& query, const SearchOptions& options,
                   WindowUser& user) const;
  // What words that stand together add to the scores of documents, which are no
  // more than kHitsWithProximityBoost. None when the query has no such words or
  // the time runs out, which `missing` says. Throws as search().
  [[nodiscard]] Hits proximity_boosts(const Query& query, std::vector<Hit> hits,
                                      const SearchOptions& options) const;
  // What the reader holds.
  [[nodiscard]] static const std::vector<Shard>& shards_of(
      const IndexReader& reader);

  // Why a hit of the query has its score: a tree, the parts of which add up,
  // where `text` does not say otherwise. Throws as search().
  [[nodiscard]] Explanation explain(const Query& query, uint64_t document,
                                    const SearchOptions& options = {}) const;

 private:
  [[nodiscard]] Hits best_hits(const Query& query, uint64_t needed,
                               bool any_wanted, const SearchOptions& options,
                               std::vector<Hit>* boosted) const;

  const IndexReader* reader_;
};

// Whether the reader has records that are no pages (other_records.h) and are
// not deleted, and the query does not look for them. Shards that cannot be read
// are passed over.
[[nodiscard]] bool leaves_out_records(const IndexReader& reader,
                                      const Query& query);

// How many documents are pages and not deleted: what "*" finds. It is as fast
// as IndexReader::deleted(). Nothing when a shard cannot be read.
[[nodiscard]] std::optional<uint64_t> count_pages(const IndexReader& reader);

}  // namespace wax::index
