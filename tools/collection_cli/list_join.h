// The end of tools that join a list with the documents of indexes.
#pragma once

#include "index/upkeep/index_keys.h"
#include "tools/cli/console.h"

namespace wax::tools::collection_cli {

// The closing line, with a hint when nothing matched. `written`: "dates" or
// "values".
[[nodiscard]] cli::Outcome close_list_join(const index::ListJoinCounts& counts,
                                           const char* written,
                                           cli::Console& console);

}  // namespace wax::tools::collection_cli
