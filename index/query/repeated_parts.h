// Parts of a query that stand in it more than once: they cost once, and count
// as often as they stand there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/query/query.h"

namespace wax::index {

// For each part the place of the first one that is equal to it. The time grows
// with the size of the parts, not with how many are equal.
[[nodiscard]] std::vector<size_t> first_equals(
    const std::vector<const Query*>& parts);

struct RepeatedPart {
  const Query* query = nullptr;
  uint32_t times = 1;
};

// The different ones of `parts`, in the order in which they come first. They
// point into `parts`.
[[nodiscard]] std::vector<RepeatedPart> repeated_parts(
    const std::vector<Query>& parts);

}  // namespace wax::index
