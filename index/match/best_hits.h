// The best hits so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "index/match/hits.h"

namespace wax::index {

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
