// How much of a damaged file may be read twice.
#pragma once

#include <algorithm>
#include <cstdint>

namespace wax::io {

// Behind damage, readers go back. Stretches that do not overlap may all be read
// again: that is each byte once. Those that reach into what was read again
// before have a budget, which grows with the file: time stays linear in its
// size.
//
// So a reader that has spent nothing, and stands behind all that was read
// again, may do what one may do that begins there. That is what makes a file
// that is read in parts give the same as one that is read from its front.
class RereadBudget {
 public:
  // The budget: `base` bytes, and `share` (1 or more) times what lies in the
  // file before the end of a stretch.
  RereadBudget(uint64_t base, uint64_t share) : base_(base), share_(share) {}

  // Whether the bytes from `from` up to `end` may be read again, which they
  // then are.
  [[nodiscard]] bool take(uint64_t from, uint64_t end) {
    if (from < end_) {
      if (spent_ + (end - from) > base_ + share_ * end) return false;
      spent_ += end - from;
    }
    end_ = std::max(end_, end);
    return true;
  }

  // Whether one that is new at `offset` would answer the same from there on.
  [[nodiscard]] bool new_at(uint64_t offset) const {
    return spent_ == 0 && end_ <= offset;
  }

 private:
  uint64_t base_;
  uint64_t share_;
  uint64_t spent_ = 0;
  uint64_t end_ = 0;  // of all that was read again
};

}  // namespace wax::io
