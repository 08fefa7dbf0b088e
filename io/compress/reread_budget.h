// How much of a damaged file may be read twice.
#pragma once

#include <algorithm>
#include <cstdint>

namespace wax::io {

// Behind damage, readers go back. Ranges that do not overlap may all be read
// again: so each byte is read twice at most. Ranges that overlap with bytes
// that were read again before have a budget, which grows with the file: so time
// stays linear in the size of the file.
//
// A reader that has spent nothing, and is after all bytes that were read
// again, may do the same as a reader that begins there. Therefore a file that
// is read in parts gives the same as a file that is read from its front.
class RereadBudget {
 public:
  // The budget: `base` bytes, and `share` (1 or more) times the bytes of the
  // file before the end of a range.
  RereadBudget(uint64_t base, uint64_t share) : base_(base), share_(share) {}

  // Whether the bytes from `from` up to `end` may be read again. If so, they
  // are counted as read again.
  [[nodiscard]] bool take(uint64_t from, uint64_t end) {
    if (from < end_) {
      if (spent_ + (end - from) > base_ + share_ * end) return false;
      spent_ += end - from;
    }
    end_ = std::max(end_, end);
    return true;
  }

  // Whether a new budget at `offset` would answer the same from there on.
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
