// How much two SimHashes differ.
#pragma once

#include <bit>
#include <cstdint>

namespace wax::text {

// The number of bits that differ (Hamming distance), of two hashes as
// document/text/simhash.h makes them.
[[nodiscard]] constexpr int simhash_distance(uint64_t a, uint64_t b) {
  return std::popcount(a ^ b);
}

}  // namespace wax::text
