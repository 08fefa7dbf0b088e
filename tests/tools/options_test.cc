// One meaning for an option, over all tools.
#include <gtest/gtest.h>

#include <algorithm>
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
      {"against", "says what its captures are for"},
      {"all", "all hits, or links that do not count any more"},
      {"any-url", "says what captures of other URLs are for"},
      {"archives", "says what is looked for in them"},
      {"cdx", "says what the lines are for"},
      {"collapse", "captures of a look-up, or hits of a search"},
      {"collection", "wax-build fixes it, wax-import's manifests may name one"},
      {"compression", "wax-fetch has no file whose name could tell it"},
      {"count", "a search may count facets as well"},
      {"damaged", "says what damaged records are not used for"},
      {"exclude", "import leaves out captures, merge whole versions"},
      {"fields", "which names there are depends on the input"},
      {"filter", "wax-cdx-filter combines it with other conditions"},
      {"force", "says what is replaced"},
      {"format", "each tool names the formats that it has"},
      {"publish", "says what wax-serve shows then"},
      {"relative", "which scores: those exported, or those written to FILE"},
      {"stem", "wax-build makes stems unless it is told otherwise"},
      {"json", "says what an object is"},
      {"level", "says which levels there are"},
      {"limit",
       "0 is no limit for a CDX server, and only the count in a search"},
      {"links", "wax-build makes scores of them, wax-text lists them"},
      {"memory", "says what the memory is for"},
      {"other-records", "a search finds them, a graph counts them"},
      {"months", "wax-rank adds them up, wax-seen remembers them"},
      {"no-header", "wax-cdx-convert also leaves out the identity"},
      {"output", "says what is written: a file, a folder, an index"},
      {"output-dir", "says what each file in it is"},
      {"places", "two tools write them in lists, wax-add-dates keeps them"},
      {"profile", "wax-import and wax-build name the tools that must agree"},
      {"digest-of", "wax-build fixes it"},
      {"post-append", "wax-build fixes it"},
      {"part", "a range of an archive, or a share of a collection"},
      {"repair", "records of an archive, or files of a collection"},
      {"score", "the scores to show, or to export"},
      {"shards", "parts of a ZipNum to make, or servers to ask"},
      {"check", "a collection, or the files that archives need"},
      {"stats", "says what is counted"},
      {"svg", "says what is plotted"},
      {"top", "the most frequent values, or the highest scores"},
      {"tsv", "says what a line is"},
      {"views", "lists of a month, or one of a rank"},
      {"date", "the date of what has none: URLs, or records"},
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
    if (use.name == "shards") continue;  // N parts, or URLs
    if (use.name == "part") continue;    // BEGIN-END, or N/M
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

// An option is told without a default only when nothing is done without it.
// These are such; a new one states its default, or is added here.
const std::set<std::string>& without_a_default() {
  static const std::set<std::string> names = {
      // What to work on, and what else to do.
      "access", "access-log", "add-captures", "against", "allow", "archives",
      "at", "author-key", "batch-references", "between", "block", "boost", "by",
      "canonical", "captures-of", "cdx", "closest", "collapse", "collapse-last",
      "collection", "column", "compatible", "counts", "damaged", "dates",
      "dir-root", "edges", "exclude", "facet", "filename-prefix", "files",
      "files-from", "filter", "forget", "fragment", "host", "listen", "logs",
      "metrics", "missing", "moved", "names", "not-by", "only-fields", "add-fields",
      "originals", "originals-from", "output-dir", "page-url", "pageviews",
      "proxy", "proxy-login",
      "part", "path-index", "popularity", "public-url", "publish", "queries",
      "ranks", "redis", "references", "regex", "replay", "replay-web-page",
      "replay-web-page-listen", "replay-web-page-url", "robots", "robots-txt",
      "sample", "schedule", "set", "shapes", "shards", "sign", "sitelinks",
      "site", "smear", "svg", "taken-away", "tika", "trend", "url",
      "url-prefix", "verify", "views", "wacz", "warc", "wat", "website",
      "write-ends", "where", "with-digest", "write-cdx-use", "write-damaged",
      "write-references", "write-sums", "write-token", "write-token-file",
      "captured",
      // All of them.
      "from", "to",
      // Needed, or of no use but with another option.
      "output", "score", "urlkey"};
  return names;
}

TEST(Options, StateTheirDefaults) {
  std::set<std::string> unstated;
  size_t stated = 0;
  for (const std::string& tool : built_tools()) {
    const std::string help = run_command(tool + " --help").out;
    std::vector<OptionUse> uses;
    tools::cli::add_option_uses(run_command(tool + " --print-options=tsv").out,
                                uses);
    for (const OptionUse& use : uses) {
      // Long tables leave the common options to the man page.
      if (use.value_word.empty() || use.name.ends_with("problems")) continue;
      const size_t begin = help.find("--" + use.name + " " + use.value_word);
      ASSERT_NE(begin, std::string::npos) << tool << " --" << use.name;
      const size_t end = std::min(help.find("  --", begin), help.size());
      const std::string text = help.substr(begin, end - begin);
      const bool is_stated = text.find("default") != std::string::npos;
      stated += is_stated ? 1 : 0;
      if (!is_stated) unstated.insert(use.name);
    }
    EXPECT_NE(help.find("\nExit codes: 0 "), std::string::npos) << tool;
  }
  EXPECT_GT(stated, 200u);
  for (const std::string& name : unstated) {
    EXPECT_TRUE(without_a_default().contains(name)) << "--" << name;
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
