// wax NAME ARGUMENT... runs wax-NAME.
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "io/error.h"
#include "text/nearest.h"
#include "tools/cli/help.h"
#include "tools/cli/installed.h"
#include "tools/cli/tool.h"

namespace wax::tools::dispatch {
namespace {

constexpr cli::ToolInfo kInfo = {"wax",
                                 "run a Waxwing tool, or list the tools",
                                 "[NAME [ARGUMENT]...]",
                                 "wax help cdx-sort",
                                 "wax-cdx(5)",
                                 "Help"};

struct Options {
  std::vector<std::string> words;
};

void declare(cli::OptionTable& table, Options& options) {
  table.positionals(
      options.words, "NAME", 0, SIZE_MAX,
      "runs wax-NAME with the arguments that follow; 'help' lists the tools, "
      "'help NAME' explains one, 'help options' lists the options of all");
}

[[noreturn]] void execute(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // an ignored signal outlives exec
  ::execvp(argv[0], argv.data());
  throw IoError(command[0], "run", errno);
}

// What others call the work of a tool.
struct OtherName {
  std::string_view name;
  std::string_view tools;
};
constexpr OtherName kOtherNames[] = {
    {"browse", "'serve' shows archived pages as they looked"},
    {"cat", "'warc-extract' takes records out"},
    {"cdx", "'warc-indexer' makes CDX records"},
    {"cdx-indexer", "'warc-indexer' makes CDX records"},
    {"cdxj", "'warc-indexer --format cdxj' makes CDXJ records"},
    {"cdxj-indexer", "'warc-indexer' makes CDX records"},
    {"check",
     "'warc-check' checks archives, 'cdx-check' CDX files, 'index-check' "
     "indexes, 'build --check' builds"},
    {"compare", "'cdx-diff' compares CDX files, 'versions --diff' texts"},
    {"compress", "'warc-recompress' compresses archives, or decompresses them"},
    {"convert", "'cdx-convert' converts CDX files, 'warc-recompress' archives"},
    {"count", "'cdx-stats' counts captures, 'search --count' pages"},
    {"decompress",
     "'warc-recompress' compresses archives, or decompresses them"},
    {"dedup", "'dedup-cdx' lists duplicates"},
    {"dedupe", "'dedup-cdx' lists duplicates"},
    {"delete", "'hide' hides pages, 'build --forget' removes archives"},
    {"diff", "'cdx-diff' compares CDX files, 'versions --diff' texts"},
    {"download", "'warc-extract' takes records out"},
    {"duplicates", "'dedup-cdx' lists duplicates"},
    {"exclude", "'hide' hides pages, 'build --forget' removes archives"},
    {"export",
     "'search' writes hits as tables, JSON or WARC, 'dumpindex' documents"},
    {"extract", "'warc-extract' takes records out, 'text' their text"},
    {"fetch", "'warc-extract' takes records out"},
    {"filter", "'cdx-filter' keeps CDX records that meet conditions"},
    {"find", "'search' finds words, 'cdx-lookup' URLs"},
    {"forget", "'hide' hides pages, 'build --forget' removes archives"},
    {"get", "'warc-extract' takes records out"},
    {"grep", "'search' finds words, 'cdx-filter' CDX records"},
    {"gunzip", "'warc-recompress' compresses archives, or decompresses them"},
    {"gzip", "'warc-recompress' compresses archives, or decompresses them"},
    {"info",
     "'warc-ls' lists the records of archives, 'cdx-stats' counts captures"},
    {"inspect",
     "'warc-ls' lists the records of archives, 'cdx-stats' counts captures"},
    {"links", "'graph-read' shows the links of a page"},
    {"list", "'warc-ls' lists the records of archives"},
    {"lookup", "'cdx-lookup' finds the captures of a URL"},
    {"ls", "'warc-ls' lists the records of archives"},
    {"pagerank",
     "'graph-score' scores pages by links, 'build --links' in one command"},
    {"playback", "'serve' shows archived pages as they looked"},
    {"purge", "'hide' hides pages, 'build --forget' removes archives"},
    {"query", "'search' finds words, 'cdx-lookup' URLs"},
    {"recompress", "'warc-recompress' compresses archives again"},
    {"records", "'warc-ls' lists the records of archives"},
    {"remove", "'hide' hides pages, 'build --forget' removes archives"},
    {"repair", "'warc-recompress --repair' repairs archives"},
    {"replay", "'serve' shows archived pages as they looked"},
    {"server", "'serve' shows archived pages as they looked"},
    {"show",
     "'serve' shows archived pages as they looked, 'text' their text, "
     "'warc-extract' takes records out"},
    {"sort", "'cdx-sort' sorts CDX files"},
    {"stat", "'cdx-stats' counts captures"},
    {"stats", "'cdx-stats' counts captures"},
    {"summary", "'cdx-stats' counts captures"},
    {"ui", "'serve' shows archived pages as they looked"},
    {"validate",
     "'warc-check' checks archives, 'cdx-check' CDX files, 'index-check' "
     "indexes"},
    {"verify",
     "'warc-check' checks archives, 'cdx-check' CDX files, 'index-check' "
     "indexes"},
    {"view", "'serve' shows archived pages as they looked"},
    {"wayback", "'serve' shows archived pages as they looked"},
};

std::string path_of(const std::string& name) {
  auto tools = cli::find_tools();
  auto found = tools.find(name);
  if (found != tools.end()) return found->second.path;
  for (const OtherName& other : kOtherNames) {
    if (other.name != name) continue;
    throw UsageError("no tool is named '" + name + "'; " +
                     std::string(other.tools) + " ('wax help' lists all)");
  }
  std::vector<std::string> names;
  for (const auto& [known, tool] : tools) names.push_back(known);
  throw UsageError("no tool is named '" + name + "'" +
                   text::did_you_mean(name, names) +
                   " ('wax help' lists them)");
}

// Another name of wax-warc-indexer.
bool is_alias(const cli::InstalledTool& tool) {
  return tool.path.ends_with("/wax-arc-indexer");
}

// Groups are in the order of the work, programs of others last.
int rank(const std::string& group) {
  const std::vector<std::string> order = {"Start here", "Archives",
                                          "CDX",        "Steps of a build",
                                          "Indexes",    "Links and ranks",
                                          "Crawling",   "Posts",
                                          "Help",       ""};
  return static_cast<int>(std::find(order.begin(), order.end(), group) -
                          order.begin());
}

std::string list_of_tools() {
  auto tools = cli::find_tools();
  std::erase_if(tools,
                [](const auto& named) { return is_alias(named.second); });
  size_t width = 0;
  std::vector<std::string> groups;
  for (auto& [name, tool] : tools) {
    cli::describe(tool);
    width = std::max(width, name.size());
    groups.push_back(tool.group);
  }
  std::sort(groups.begin(), groups.end(),
            [](const std::string& a, const std::string& b) {
              return std::pair(rank(a), a) < std::pair(rank(b), b);
            });
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());

  std::string text = "Usage: wax NAME [ARGUMENT]...\n";
  for (const std::string& group : groups) {
    text += "\n" + (group.empty() ? "Others" : group) + ":\n";
    for (const auto& [name, tool] : tools) {
      if (tool.group != group) continue;
      std::string line = "  " + name;
      line.resize(width + 4, ' ');
      line += tool.summary;
      line.resize(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
  }
  return text +
         "\n'wax help NAME' explains a tool, 'wax help options' the options "
         "of all.\n";
}

// `form` "man" is for the build.
std::string options_of_all_tools(std::string_view form) {
  std::vector<cli::OptionUse> uses;
  for (const auto& [name, tool] : cli::find_tools()) {
    if (!tool.ours || is_alias(tool)) continue;
    cli::add_option_uses(cli::output_of({tool.path, "--print-options=tsv"}),
                         uses);
  }
  return form == "man" ? cli::all_options_page(std::move(uses))
                       : cli::all_options_text(std::move(uses));
}

[[noreturn]] void explain(const std::string& name) {
  std::string path = path_of(name);
  std::string page = cli::man_page_path("wax-" + name);
  if (!page.empty() && ::isatty(STDOUT_FILENO) == 1) {
    try {
      execute({"man", page});
    } catch (const IoError&) {  // no man here; --help says the same, shorter
    }
  }
  execute({path, "--help"});
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::vector<std::string>& words = options.words;
  if (words.empty() || (words[0] == "help" && words.size() == 1)) {
    auto output = console.open_output("-", false);
    output->write(list_of_tools());
    output->finish();
    return cli::Outcome::kDone;
  }
  if (words[0] == "help" && words[1] == "options") {
    auto output = console.open_output("-", false);
    output->write(options_of_all_tools(words.size() > 2 ? words[2] : ""));
    output->finish();
    return cli::Outcome::kDone;
  }
  if (words[0] == "help") explain(words[1]);
  std::vector<std::string> command = words;
  command[0] = path_of(words[0]);
  execute(command);
}

}  // namespace
}  // namespace wax::tools::dispatch

int main(int argc, char** argv) {
  using namespace wax::tools;
  // What follows the name of a tool is that tool's to parse.
  std::vector<char*> words(argv, argv + argc);
  char end_of_options[] = "--";
  if (argc > 1 && argv[1][0] != '-') {
    words.insert(words.begin() + 1, end_of_options);
  }
  return cli::tool_main<dispatch::Options>(
      dispatch::kInfo, static_cast<int>(words.size()), words.data(),
      dispatch::declare, dispatch::run);
}
