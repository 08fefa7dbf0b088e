#include "tools/cli/tool.h"

#include <signal.h>

#include <algorithm>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "tools/cli/help.h"
#include "warc/io/error.h"
#include "warc/io/output.h"

namespace wax::tools::cli {
namespace {

struct Asked {
  bool help = false;
  bool version = false;
  std::string print_options;
};

void declare_common(OptionTable& table, CommonOptions& common, Asked& asked) {
  table.group("Common options");
  table.flag("quiet,q", common.quiet, "no messages but problems and errors");
  table.flag("verbose,v", common.verbose, "notes and every problem as well");
  table.flag("strict", common.strict, "stop at the first lost record");
  table.flag("progress", common.progress,
             "show progress also when stderr is no terminal");
  table.option("problems", common.problems_file, "FILE",
               "write every problem to FILE, as JSON lines");
  table.flag("help,h", asked.help, "show this help");
  table.flag("version,V", asked.version, "show the version");
}

// Written through io::Output so that a full disk is an error here, too.
void print(std::string_view text) {
  auto output = io::open_output("-", false);
  output->write(text);
  output->finish();
}

std::string version_text(const ToolInfo& info) {
  return std::string(info.name) + " " WAX_VERSION "\n";
}

int complain(const ToolInfo& info, std::string_view text) {
  std::string line = std::string(info.name) + ": ";
  line += text;
  line += '\n';
  std::cerr << line;
  return static_cast<int>(Outcome::kFailed);
}

int guarded(const ToolInfo& info, const std::vector<std::string>& arguments,
            const std::function<void(OptionTable&)>& declare,
            const std::function<Outcome(Console&)>& run) {
  CommonOptions common;
  Asked asked;
  OptionTable table;
  declare(table);
  declare_common(table, common, asked);

  // Help is for those who do not know yet what else to write.
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (argument == "-h" || argument == "--help") {
      print(help_text(info, table));
      return 0;
    }
    if (argument == "-V" || argument == "--version") {
      print(version_text(info));
      return 0;
    }
    constexpr std::string_view kPrint = "--print-options=";
    if (argument.starts_with(kPrint)) {
      print(render_options(info, table, argument.substr(kPrint.size())));
      return 0;
    }
  }
  table.parse(arguments);
  if (asked.help || asked.version) {  // among letters: -qh
    print(asked.help ? help_text(info, table) : version_text(info));
    return 0;
  }

  Console console{std::string(info.name), common};
  Outcome outcome = run(console);
  console.finish();
  return static_cast<int>(std::max(outcome, console.outcome()));
}

}  // namespace

int run_tool(const ToolInfo& info, int argc, char** argv,
             const std::function<void(OptionTable&)>& declare,
             const std::function<Outcome(Console&)>& run) {
  signal(SIGPIPE, SIG_IGN);
  try {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    return guarded(info, arguments, declare, run);
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Stop& stop) {
    complain(info, stop.what());
    return static_cast<int>(Outcome::kIncomplete);
  } catch (const std::bad_alloc&) {
    return complain(info, "out of memory");
  } catch (const std::exception& error) {
    return complain(info, error.what());
  }
}

}  // namespace wax::tools::cli
