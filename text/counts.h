// Adds structs of counts.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace wax::text {

// Adds each member of `more` to that of `sum`. All members are uint64_t.
template <typename Counts>
void add_counts(Counts& sum, const Counts& more) {
  static_assert(std::has_unique_object_representations_v<Counts> &&
                alignof(Counts) == alignof(uint64_t));
  using Numbers = std::array<uint64_t, sizeof(Counts) / sizeof(uint64_t)>;
  auto numbers = std::bit_cast<Numbers>(sum);
  const auto others = std::bit_cast<Numbers>(more);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] += others[i];
  sum = std::bit_cast<Counts>(numbers);
}

}  // namespace wax::text
