// The end of tools that join a list with the documents of indexes.
#pragma once

#include <cstdint>

#include "tools/cli/console.h"

namespace wax::tools::cli {

struct ListJoinCounts {
  uint64_t documents = 0;
  const char* written_as = "";  // "dates", "values"
  uint64_t written = 0;
  uint64_t lines = 0;
  uint64_t matched = 0;
  uint64_t unmatched = 0;
  uint64_t bad = 0;
};

// The closing line, with a hint when nothing matched.
[[nodiscard]] Outcome close_list_join(const ListJoinCounts& counts,
                                      Console& console);

}  // namespace wax::tools::cli
