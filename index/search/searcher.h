// Answers queries.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "index/query/query.h"
#include "index/query/ranking.h"
#include "index/store/index_reader.h"
#include "io/problem.h"

namespace wax::index {

struct Hit {
  uint64_t document = 0;
  float score = 0;
};

// The order of hits.
[[nodiscard]] inline bool is_better(const Hit& a, const Hit& b) {
  return a.score != b.score ? a.score > b.score : a.document < b.document;
}

// How many of the hits have a value of a field.
struct FacetValue {
  std::string value;
  uint64_t count = 0;
};

struct Hits {
  uint64_t total = 0;
  bool total_is_exact = true;
  std::vector<Hit> best;
  // The most frequent values of SearchOptions::facet; equally frequent ones in
  // the order of their bytes.
  std::vector<FacetValue> facet;
  // How many documents were looked at; fewer than there are when the time ran
  // out or a shard could not be read.
  uint64_t searched = 0;
  bool out_of_time = false;
};

struct SearchOptions {
  // Then the search ends with what it has.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  // Otherwise only documents that can be among the best are looked at, and the
  // total is about right.
  bool exact_total = true;
  // A field of which each document has at most one value; empty: none. Its
  // values are counted over all hits, and the first so many are given.
  std::string facet;
  uint64_t facet_values = 10;
  // Takes shards that turn out to be damaged ("unreadable-shard"), and phrases
  // and values that were cut ("query-prefix-cut"). Null: damage is thrown.
  ProblemSink* problems = nullptr;
  // How many words a beginning of a word within a phrase stands for at most, in
  // each shard.
  uint64_t most_words = 100'000;
  // How many exact values a beginning or pattern stands for, likewise.
  uint64_t most_values = 1'000'000;
  // To compare rankings: other weights of fields than those of fields.h, and
  // what words count that stand together.
  std::map<std::string, float, std::less<>> weights;
  float together = kTogether;
};

class WindowUser;
struct Shard;

// A part of a score.
struct Explanation {
  float score = 0;
  std::string text;
  std::vector<Explanation> parts;
};

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
  // `reader` must outlive this.
  explicit Searcher(const IndexReader& reader) : reader_(&reader) {}

  // At most `count` hits, from the `start`-th best on. Memory: 16 bytes for
  // each of start + count hits, a bit for each document of a shard for each
  // part of the query that is a range or a beginning. The first search with a
  // facet reads its field, and the reader keeps four bytes for each document.
  // Throws as IndexReader; UsageError for a facet of another field, and with
  // Lucene++; Error when no shard can be read. For any number of threads,
  // unless the reader uses Lucene++.
  [[nodiscard]] Hits search(const Query& query, uint64_t start, uint64_t count,
                            const SearchOptions& options = {}) const;

  // Gives all matches to `user` (match_windows.h), in order of documents.
  // Returns `searched` and `out_of_time` alone. Throws as search(), and
  // UsageError with Lucene++.
  Hits each_window(const Query& query, const SearchOptions& options,
                   WindowUser& user) const;
  // What words that stand together add to the scores of documents, which are no
  // more than kLookedAtForTogether. Empty when the query has no such words.
  // Throws as search().
  [[nodiscard]] std::vector<Hit> together(const Query& query,
                                          std::vector<Hit> hits,
                                          const SearchOptions& options) const;
  // For .cc files of this folder.
  [[nodiscard]] static const std::vector<Shard>& shards_of(
      const IndexReader& reader);

  // Why a hit of the query has its score: a tree, the parts of which add up,
  // where `text` does not say otherwise. Throws as search().
  [[nodiscard]] Explanation explain(const Query& query, uint64_t document,
                                    const SearchOptions& options = {}) const;

 private:
  const IndexReader* reader_;
};

}  // namespace wax::index
