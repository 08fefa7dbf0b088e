// What a rank says of keys, as lists of which columns of an index are made.
#pragma once

#include <cstdint>

#include "io/output.h"
#include "lines/sort.h"
#include "rank/rank_files.h"

namespace wax::rank {

struct ValueCounts {
  uint64_t entities = 0;  // of the rank
  uint64_t keys = 0;      // that have values
};

// Writes lines "key views" and "key popularity" in byte order, each key once,
// and finishes the outputs; either may be null. A key has the values of its
// entity: by RankFiles::keys() where that is there, else it is the entity.
//
// The popularity is the percentage of entities that do not have more views
// (percentile()), so that equal views are equally popular. Views above 2^63 - 1
// are that number, as columns of integers have a sign. Throws IoError,
// LineError when the list is not a list of a rank. Memory: that of `sort`.
[[nodiscard]] ValueCounts write_values(const RankFiles& files,
                                       const lines::SortOptions& sort,
                                       io::Output* views,
                                       io::Output* popularity);

}  // namespace wax::rank
