// The options of tools that sort.
#pragma once

#include <cstdint>
#include <string>

#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// --memory and --tmpdir.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir);
// And --jobs.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir,
                     uint64_t& jobs);

}  // namespace wax::tools::cli
