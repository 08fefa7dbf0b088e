// An option table as text: --help, and the sources of man pages and
// completions.
#pragma once

#include <string>
#include <string_view>

#include "tools/cli/option_table.h"
#include "tools/cli/tool.h"

namespace wax::tools::cli {

// At most 80 columns wide.
[[nodiscard]] std::string help_text(const ToolInfo& info,
                                    const OptionTable& table);

// `format`: "man" (a whole page without prose), "bash", "zsh", "tsv". Throws
// UsageError on another word.
[[nodiscard]] std::string render_options(const ToolInfo& info,
                                         const OptionTable& table,
                                         std::string_view format);

}  // namespace wax::tools::cli
