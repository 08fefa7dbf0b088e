// One meaning for an option, over all tools.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tools/cli/help.h"

namespace wax::tests {
namespace {

using tools::cli::OptionUse;
using tools::cli::SharedOption;

std::vector<OptionUse> uses_in_all_tools() {
  std::vector<OptionUse> uses;
  for (const std::string& tool : built_tools()) {
    if (tool == "wax-arc-indexer") continue;  // a link to wax-warc-indexer
    tools::cli::add_option_uses(run_command(tool + " --print-options=tsv").out,
                                uses);
  }
  return uses;
}

// These mean the same everywhere, but each tool says more of it: what the rows
// are about.
const std::map<std::string, std::string>& worded_by_each_tool() {
  static const std::map<std::string, std::string> reasons = {
      {"all", "all hits, or links that do not count any more"},
      {"cdx", "says what the lines are for"},
      {"collapse", "captures of a look-up, or hits of a search"},
      {"collection", "wax-build fixes it, wax-import's manifests may name one"},
      {"exclude", "import leaves out captures, merge whole versions"},
      {"fields", "which names there are depends on the input"},
      {"filter", "wax-cdx-filter combines it with other conditions"},
      {"force", "says what is replaced"},
      {"format", "each tool names the formats that it has"},
      {"stem", "wax-build makes stems unless it is told otherwise"},
      {"json", "says what an object is"},
      {"level", "says which levels there are"},
      {"limit",
       "0 is no limit for a CDX server, and only the count in a search"},
      {"links", "wax-build makes scores of them, wax-text lists them"},
      {"memory", "says what the memory is for"},
      {"months", "wax-rank adds them up, wax-seen remembers them"},
      {"no-header", "wax-cdx-convert also leaves out the identity"},
      {"output", "says what is written: a file, a folder, an index"},
      {"output-dir", "says what each file in it is"},
      {"places", "two tools write them in lists, wax-add-dates keeps them"},
      {"profile", "wax-import and wax-build name the tools that must agree"},
      {"digest-of", "wax-build fixes it"},
      {"post-append", "wax-build fixes it"},
      {"score", "the scores to show, or to export"},
      {"stats", "says what is counted"},
      {"svg", "says what is plotted"},
      {"top", "the most frequent values, or the highest scores"},
      {"tsv", "says what a line is"},
      {"timeout", "the time of a server, or of a search"},
      {"views", "lists of a month, or one of a rank"},
      {"url", "one URL, or all with a beginning"},
      {"date", "captures of that time, or a date for records without one"},
      {"add", "what is remembered: URLs, or jobs"},
      {"listen", "for all answers, or those about a queue"},
      {"from", "captures, or posts"},
      {"to", "captures, or posts"},
      {"order", "of hits, or of pages by their shares"},
      {"urlkey", "always rules of URL keys; says which keys"},
  };
  return reasons;
}

TEST(Options, HaveTheSameLetterAndValueInAllTools) {
  std::map<std::string, OptionUse> first;
  for (const OptionUse& use : uses_in_all_tools()) {
    const OptionUse& before = first.try_emplace(use.name, use).first->second;
    std::string both = before.tool + " and " + use.tool + ": --" + use.name;
    EXPECT_EQ(before.letter, use.letter) << both;
    if (use.name == "output") continue;  // FILE, DIR, INDEX, SEGMENT
    EXPECT_EQ(before.value_word, use.value_word) << both;
  }
  EXPECT_GT(first.size(), 80u);
}

TEST(Options, HaveLettersOfOneMeaning) {
  std::map<std::string, OptionUse> first;
  for (const OptionUse& use : uses_in_all_tools()) {
    if (use.letter.empty()) continue;
    const OptionUse& before = first.try_emplace(use.letter, use).first->second;
    EXPECT_EQ(before.name, use.name)
        << before.tool << " and " << use.tool << ": -" << use.letter;
  }
}

TEST(Options, HaveOneTextUnlessEachToolSaysMore) {
  std::set<std::string> several;
  for (const SharedOption& option :
       tools::cli::shared_options(uses_in_all_tools())) {
    if (option.meanings.size() == 1) continue;
    several.insert(option.name);
    std::string texts;
    for (const auto& [text, tools] : option.meanings) {
      texts += "\n  " + text + " (" + tools + ")";
    }
    EXPECT_TRUE(worded_by_each_tool().contains(option.name))
        << "--" << option.name << " has several meanings:" << texts;
  }
}

TEST(Options, AreListedInAManPageThatTheToolsMake) {
  std::string text = run_command("wax help options").out;
  EXPECT_NE(text.find("\n-n, --limit N\n"), std::string::npos) << text;
  EXPECT_NE(text.find("-h, --help\n    show this help (all tools)\n"),
            std::string::npos);
  EXPECT_EQ(text, tools::cli::all_options_text(uses_in_all_tools()));
  std::string page = program_folder() + "/../man/wax-options.7";
  EXPECT_EQ(run_command("cat " + shell_word(page)).out,
            tools::cli::all_options_page(uses_in_all_tools()));
  if (run_command("command -v mandoc").code != 0) {
    GTEST_SKIP() << "mandoc is not installed";
  }
  CommandResult lint =
      run_command("mandoc -T lint -W warning " + shell_word(page));
  EXPECT_EQ(lint.code, 0) << lint.out;
}

}  // namespace
}  // namespace wax::tests
