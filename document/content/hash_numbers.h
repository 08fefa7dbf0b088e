// Numbers for hashes, in the order of their first occurrence.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wax::document {

class HashNumbers {
 public:
  // For at most so many different hashes.
  explicit HashNumbers(size_t most) : slots_(std::bit_ceil(2 * most + 2)) {}

  uint32_t number_of(uint32_t hash) {
    const size_t mask = slots_.size() - 1;
    size_t at = (hash * 0x9E3779B1u >> 7) & mask;
    while (slots_[at].number != 0 && slots_[at].hash != hash) {
      at = (at + 1) & mask;
    }
    if (slots_[at].number == 0) slots_[at] = {hash, ++size_};
    return slots_[at].number - 1;
  }
  [[nodiscard]] uint32_t size() const { return size_; }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = 0;  // and 1; 0: free
  };
  std::vector<Slot> slots_;
  uint32_t size_ = 0;
};

}  // namespace wax::document
