// The collection as the first argument of a tool.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::tools::collection_cli {

// Throws UsageError when the first argument names nothing that is there: with
// the line to type, if another argument is a collection or an index (then they
// were swapped), else with what was looked for. `tool` is "wax-search".
void check_collection_first(std::string_view tool,
                            const std::vector<std::string>& arguments);

}  // namespace wax::tools::collection_cli
