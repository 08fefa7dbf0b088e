// The options of tools that write lines.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// --output and --force, as Console::open_line_output() takes them. `more` goes
// on with what --output says: "; it may be ...".
void declare_line_output(OptionTable& table, std::string& output, bool& force,
                         const std::string& more = "");

// Whether a file is one of `files`, under any name. A file that does not
// exist is not.
[[nodiscard]] bool is_among(const std::string& file,
                            const std::vector<std::string>& files);

}  // namespace wax::tools::cli
