// The main that all tools share: declare, parse, run, finish, exit code.
#pragma once

#include <functional>
#include <string_view>

#include "tools/cli/console.h"
#include "tools/cli/option_table.h"

namespace wax::tools::cli {

struct ToolInfo {
  std::string_view name;        // "wax-cdx-merge"
  std::string_view summary;     // one line, lower case, no full stop
  std::string_view synopsis;    // "[OPTION]... INPUT..."
  std::string_view example;     // a command line for --help
  std::string_view see_also;    // "wax-cdx-sort wax-dedup-cdx"
  std::string_view group = {};  // heading in `wax help`: "Captures", ...
};

// The version of the whole toolkit: "1.0.0-rc1".
[[nodiscard]] std::string_view version();

// Parses and runs; prints --help, --version, errors. The exit code.
// `--print-options=man|bash|zsh|tsv` (hidden) prints the option table as a man
// page or a completion script; see help.h.
int run_tool(const ToolInfo& info, int argc, char** argv,
             const std::function<void(OptionTable&)>& declare,
             const std::function<Outcome(Console&)>& run);

// int main(int argc, char** argv) {
//   return cli::tool_main<Options>(kInfo, argc, argv, declare, run);
// }
template <typename Options>
int tool_main(const ToolInfo& info, int argc, char** argv,
              void (*declare)(OptionTable&, Options&),
              Outcome (*run)(const Options&, Console&)) {
  Options options;
  return run_tool(
      info, argc, argv, [&](OptionTable& table) { declare(table, options); },
      [&](Console& console) { return run(options, console); });
}

}  // namespace wax::tools::cli
