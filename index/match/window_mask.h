// Which documents of a window match.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "index/store/index_directory.h"

namespace wax::index {

// A bit for each document of a window.
using WindowMask = std::array<uint64_t, kWindow / 64>;

[[nodiscard]] bool is_empty(const WindowMask& mask);
[[nodiscard]] size_t count_of(const WindowMask& mask);

// Calls use(n) for each bit that is set, in order.
template <typename Use>
void each_bit(const WindowMask& mask, Use&& use) {
  for (uint32_t i = 0; i < mask.size(); ++i) {
    for (uint64_t word = mask[i]; word != 0; word &= word - 1) {
      use(64 * i + static_cast<uint32_t>(std::countr_zero(word)));
    }
  }
}

// Sets the bits of documents, less `base`. They are sorted.
inline void set_bits(uint64_t* words, const uint32_t* documents, uint32_t count,
                     uint32_t base) {
  auto set = [=](uint32_t i) {
    uint32_t n = documents[i] - base;
    words[n / 64] |= uint64_t{1} << n % 64;
  };
  // Words that follow each other are often the same, for which the processor
  // would wait.
  uint32_t quarter = count / 4;
  for (uint32_t i = 0; i < quarter; ++i) {
    set(i);
    set(i + quarter);
    set(i + 2 * quarter);
    set(i + 3 * quarter);
  }
  for (uint32_t i = 4 * quarter; i < count; ++i) set(i);
}

// Adds the bits of `more`.
void add_to(WindowMask& mask, const WindowMask& more);
// Keeps only those of `kept`.
void keep_in(WindowMask& mask, const WindowMask& kept);
// Clears the bits from the first to the last.
void clear_bits(WindowMask& mask, uint32_t first, uint32_t last);
[[nodiscard]] inline bool is_in(const WindowMask& mask, uint32_t n) {
  return (mask[n / 64] >> n % 64 & 1) != 0;
}

}  // namespace wax::index
