// The options that say which captures import takes. They read the same in every
// tool.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// --status, --types and --all-types.
void declare_import_rules(OptionTable& table, std::string& status,
                          std::vector<std::string>& types, bool& all_types);

// --tika.
void declare_tika(OptionTable& table, std::string& url);

// --ignore-robots.
void declare_ignore_robots(OptionTable& table, bool& ignore_robots);

}  // namespace wax::tools::cli
