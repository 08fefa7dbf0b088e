// What a search is asked for, and what it finds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/schema/ranking.h"
#include "index/store/limits.h"
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

// Why an answer may lack documents.
struct Missing {
  bool out_of_time = false;
  uint64_t shards = 0;     // that could not be read
  uint64_t documents = 0;  // found, but could not be read

  [[nodiscard]] bool any() const {
    return out_of_time || shards > 0 || documents > 0;
  }
  // "the time ran out", "2 shards could not be read".
  [[nodiscard]] std::vector<std::string> reasons() const;
};

struct [[nodiscard]] Hits {
  uint64_t total = 0;
  bool total_is_exact = true;
  std::vector<Hit> best;
  // How many documents were looked at; fewer than there are when some are
  // missing.
  uint64_t searched = 0;
  Missing missing;
};

struct SearchOptions {
  // Then the search ends with what it has.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  // Otherwise only documents that can be among the best are looked at, and the
  // total is about right.
  bool exact_total = true;
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
  float proximity_boost = kProximityBoost;
  // Counts the shards over which queries are evaluated; null: nobody counts.
  std::atomic<uint64_t>* evaluations = nullptr;
  // For what grows with the hits or the index; null: there is no limit.
  MemoryBudget* memory = nullptr;
};

// A part of a score.
struct Explanation {
  float score = 0;
  std::string text;
  std::vector<Explanation> parts;
};

// The best hits so far; documents come in rising order.
class BestHits {
 public:
  explicit BestHits(uint64_t wanted) : wanted_(wanted) {}

  // A later document must have a greater score.
  [[nodiscard]] float least() const { return least_; }
  [[nodiscard]] uint64_t wanted() const { return wanted_; }
  [[nodiscard]] bool is_full() const { return hits_.size() == wanted_; }

  void add(uint64_t document, float score) {
    if (hits_.size() == wanted_) {
      std::pop_heap(hits_.begin(), hits_.end(), is_better);
      hits_.pop_back();
    }
    hits_.push_back({document, score});
    std::push_heap(hits_.begin(), hits_.end(), is_better);
    if (hits_.size() == wanted_) least_ = hits_.front().score;
  }

  [[nodiscard]] std::vector<Hit> sorted() && {
    std::sort_heap(hits_.begin(), hits_.end(), is_better);
    return std::move(hits_);
  }

 private:
  uint64_t wanted_;
  float least_ = -std::numeric_limits<float>::infinity();
  std::vector<Hit> hits_;  // a heap, the worst first
};

}  // namespace wax::index
