#include "tools/cli/tool.h"

#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/leftovers.h"
#include "io/output.h"
#include "io/remote/http_source.h"
#include "io/temp_files.h"
#include "io/terminal_input.h"
#include "tools/cli/help.h"
#include "tools/cli/transcript.h"

namespace wax::tools::cli {
namespace {

struct Asked {
  bool help = false;
  bool version = false;
};

void declare_common(OptionTable& table, CommonOptions& common, Asked& asked) {
  table.group(std::string(kCommonGroup));
  table.flag("quiet,q", common.quiet, "show only problems and errors");
  table.flag("verbose,v", common.verbose, "also show notes, and every problem");
  table.flag("strict", common.strict, "stop at the first lost record");
  table.flag("progress", common.progress,
             "show progress even if stderr is not a terminal");
  table.option("problems", common.problems_file, "FILE",
               "add every problem to FILE, as JSON lines");
  table
      .option("known-problems", common.known_problems, "FILE",
              "do not show the problems that are in FILE")
      .more =
      "FILE was written by --problems, of this tool or of another. They do not "
      "stop a run with --strict.";
  table
      .option("counts", common.counts_file, "FILE",
              "write the counts of the closing line to FILE, as JSON")
      .more =
      "It has {\"tool\": NAME, \"counts\": {WORD: {\"total\": N, \"reasons\": "
      "{REASON: N}}}}, and replaces FILE.";
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
  return std::string(info.name) + " " + std::string(version()) + "\n";
}

std::string file_text(const std::string& path) {
  return io::read_all(*io::open_file(path), 16 << 20);
}

// `files` may name the prose (*.in) and the examples (*.transcript) of a page.
std::string options_as(std::string_view format, const ToolInfo& info,
                       const OptionTable& table,
                       const std::vector<std::string>& files) {
  if (format == "tsv") return option_lines(info, table);
  if (format == "bash") return bash_completion(info, table);
  if (format == "zsh") return zsh_completion(info, table);
  if (format != "man") {
    throw UsageError("--print-options takes man, bash, zsh or tsv");
  }
  std::string prose;
  std::vector<TranscriptStep> examples;
  for (const std::string& file : files) {
    if (file.ends_with(".transcript")) {
      examples = parse_transcript(file_text(file));
    } else {
      prose = file_text(file);
    }
  }
  return man_page(info, table, prose, examples);
}

int complain(const ToolInfo& info, std::string_view text) {
  std::string line = std::string(info.name) + ": ";
  append_printable_lines(line, text);  // it may quote a URL, or a file name
  line += '\n';
  std::cerr << line;
  return static_cast<int>(Outcome::kFailed);
}

// What a person can do about an error that no library here has worded.
std::string explanation(const std::exception& error) {
  if (auto* file =
          dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
    return file->path1().string() + ": " + file->code().message();
  }
  if (auto* system = dynamic_cast<const std::system_error*>(&error)) {
    return "the system refuses what is needed: " + system->code().message();
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return "out of memory; give the process more, or use less with --memory or "
           "--jobs where the tool has them";
  }
  if (dynamic_cast<const std::length_error*>(&error) != nullptr) {
    return "out of memory: a number in the input or in an option asks for more "
           "than there can be";
  }
  return "stopped by an error that is not foreseen; please report it, with the "
         "command and the input";
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
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
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
      print(options_as(argument.substr(kPrint.size()), info, table,
                       {arguments.begin() + static_cast<ptrdiff_t>(i) + 1,
                        arguments.end()}));
      return 0;
    }
  }
  table.parse(arguments);
  if (asked.help || asked.version) {  // among letters: -qh
    print(asked.help ? help_text(info, table) : version_text(info));
    return 0;
  }

  Console console{std::string(info.name), common};
  if (!common.quiet) {
    io::on_terminal_input([name = std::string(info.name)] {
      std::cerr << name +
                       ": reading from the terminal; Ctrl-D ends the input\n";
    });
    io::on_removed_leftover(
        [name = std::string(info.name)](const std::string& path) {
          std::cerr << name + ": removed " + path +
                           ", which a killed process had left\n";
        });
  }
  io::usual_http().stalled = [&](const std::string& text) {
    console.message(text);
  };
  try {
    Outcome outcome = run(console);
    console.finish();
    return static_cast<int>(std::max(outcome, console.outcome()));
  } catch (const Stop&) {
    console.finish();  // what was lost is in --problems FILE
    throw;
  }
}

// The default action follows when the handler returns, so that the caller sees
// what ended the tool.
void clean_up(int number) {
  io::remove_temp_files();
  ::raise(number);
}

void clean_up_on(int number) {
  struct sigaction action {};
  struct sigaction before {};
  if (::sigaction(number, nullptr, &before) != 0) return;
  if (before.sa_handler == SIG_IGN) return;  // under nohup
  action.sa_handler = clean_up;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(number, &action, nullptr);
}

}  // namespace

std::string_view version() { return WAX_VERSION; }

int run_tool(const ToolInfo& info, int argc, char** argv,
             const std::function<void(OptionTable&)>& declare,
             const std::function<Outcome(Console&)>& run) {
  // A write fails instead.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) clean_up_on(number);
  try {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    return guarded(info, arguments, declare, run);
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Stop& stop) {
    complain(info, stop.what());
    return static_cast<int>(Outcome::kIncomplete);
  } catch (const Error& error) {
    return complain(info, error.what());
  } catch (const std::exception& error) {
    return complain(info, explanation(error));
  }
}

}  // namespace wax::tools::cli
