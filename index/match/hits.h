// What a search is asked for, and what it finds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
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
  // What else is missing, each a reason.
  std::vector<std::string> others = {};

  [[nodiscard]] bool any() const {
    return out_of_time || shards > 0 || documents > 0 || !others.empty();
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

// How many documents an index has, and how many of them have each term of a
// query, in the order of QueryTerms.
struct TermCounts {
  uint64_t documents = 0;
  std::vector<uint64_t> terms;
};

struct SearchOptions {
  // Then the search ends with what it has.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  // Otherwise documents that cannot be among the best are not counted where
  // that saves time: of words of which any may be there. The total is then what
  // it would be if the words had nothing to do with each other.
  bool exact_total = true;
  // Takes shards that turn out to be damaged ("unreadable-shard"), and phrases
  // and values that were cut ("query-prefix-cut"). Null: damage is thrown.
  ProblemSink* problems = nullptr;
  // How many words a wildcard, a similar word or a beginning in a phrase can
  // match at most, in each field and shard.
  uint64_t most_words = 100'000;
  // How many exact values a beginning or pattern can match at most, likewise.
  uint64_t most_values = 1'000'000;
  // To compare rankings: other weights of fields than those of fields.h, and
  // what words count that stand together.
  std::map<std::string, float, std::less<>> weights;
  float proximity_boost = kProximityBoost;
  // Counts the shards over which queries are evaluated; null: nobody counts.
  std::atomic<uint64_t>* evaluations = nullptr;
  // For what grows with the hits or the index; null: there is no limit.
  MemoryBudget* memory = nullptr;
  // The counts of the whole index if the reader is a part of it; null: the
  // reader is all of it.
  const TermCounts* counts = nullptr;
};

// A part of a score.
struct Explanation {
  float score = 0;
  std::string text;
  std::vector<Explanation> parts;
};

// The greatest score that stays below `score` after the boost, and a little
// less.
[[nodiscard]] inline float without_boost(float score, float boost) {
  constexpr double kRounding = 1e-5;
  double least = double{score} - double{boost} -
                 kRounding * (std::abs(double{score}) + double{boost} + 1);
  return static_cast<float>(least);
}

// The best hits so far; documents come in rising order.
class BestHits {
 public:
  // The first `needed` of `wanted` are to be right after up to `boost` was
  // added to the score of each; less of those that cannot be among them may be
  // kept.
  BestHits(uint64_t wanted, uint64_t needed, float boost)
      : wanted_(wanted), needed_(needed), boost_(boost) {}
  explicit BestHits(uint64_t wanted) : BestHits(wanted, wanted, 0) {}

  // A later document must have a greater score.
  [[nodiscard]] float least() const { return least_; }
  [[nodiscard]] uint64_t wanted() const { return wanted_; }
  [[nodiscard]] uint64_t needed() const { return needed_; }
  // What least() is at least when documents reach these scores, too, of which
  // it keeps those that count for that.
  [[nodiscard]] float least_with(std::vector<float>& scores) const {
    float least = -std::numeric_limits<float>::infinity();
    auto nth = [&](uint64_t n) {
      auto at = scores.begin() + static_cast<ptrdiff_t>(n - 1);
      std::nth_element(scores.begin(), at, scores.end(), std::greater<>());
      return *at;
    };
    if (wanted_ > 0 && scores.size() >= wanted_) {
      // If two documents score the same, the first one is better.
      least = std::nextafter(nth(wanted_), least);
      scores.resize(wanted_);
    }
    if (needed_ > 0 && needed_ < wanted_ && scores.size() >= needed_) {
      least = std::max(least, without_boost(nth(needed_), boost_));
    }
    return least;
  }

  void add(uint64_t document, float score) {
    if (hits_.size() == wanted_) {
      std::pop_heap(hits_.begin(), hits_.end(), is_better);
      hits_.pop_back();
    }
    hits_.push_back({document, score});
    std::push_heap(hits_.begin(), hits_.end(), is_better);
    if (hits_.size() == wanted_) least_ = std::max(least_, hits_.front().score);
    if (needed_ > 0 && needed_ < wanted_) add_needed(score);
  }

  // Without those that cannot be among the needed ones.
  [[nodiscard]] std::vector<Hit> sorted() && {
    std::sort_heap(hits_.begin(), hits_.end(), is_better);
    if (needed_ > 0 && needed_ < hits_.size()) {
      float least = without_boost(hits_[needed_ - 1].score, boost_);
      std::erase_if(hits_, [&](const Hit& hit) { return hit.score <= least; });
    }
    return std::move(hits_);
  }

 private:
  void add_needed(float score) {
    if (scores_.size() == needed_) {
      if (score <= scores_.front()) return;
      std::pop_heap(scores_.begin(), scores_.end(), std::greater<>());
      scores_.pop_back();
    }
    scores_.push_back(score);
    std::push_heap(scores_.begin(), scores_.end(), std::greater<>());
    if (scores_.size() == needed_) {
      least_ = std::max(least_, without_boost(scores_.front(), boost_));
    }
  }

  uint64_t wanted_;
  uint64_t needed_;
  float boost_;
  float least_ = -std::numeric_limits<float>::infinity();
  std::vector<Hit> hits_;      // a heap, the worst first
  std::vector<float> scores_;  // of the needed ones, likewise
};

}  // namespace wax::index
