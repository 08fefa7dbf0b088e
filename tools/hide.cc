// wax-hide: takes documents out of sight.
#include <algorithm>
#include <filesystem>

#include "index/store/hidden.h"
#include "index/store/index_reader.h"
#include "io/error.h"
#include "io/folder_lock.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"

namespace wax::tools::hide {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-hide",
    "hide pages of a collection from searches at once",
    "[OPTION]... DIR",
    "wax-hide --url http://example.org/private/ site",
    "wax-search wax-dumpindex wax-index(5) wax-merge",
    "Index and search"};

struct Options {
  std::vector<std::string> arguments;
  std::vector<std::string> urls;
  std::vector<std::string> hosts;
  std::vector<std::string> digests;
  std::vector<std::string> dates;
  bool remove = false;
  index::OpenOptions open;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("url", options.urls, "URL",
               "hide URLs with this beginning, however they are written");
  table.option("host", options.hosts, "HOST",
               "hide this host and those below it");
  table.option("with-digest", options.digests, "DIGEST",
               "hide what has this payload");
  table.option("date", options.dates, "DATE",
               "hide versions captured then: 4 to 14 digits, or DATE-DATE");
  table.flag("remove", options.remove, "show again what these options hide");
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.arguments, "DIR", 1, 1,
                    "DIR is a collection. Without options, its rules are "
                    "listed");
}

std::vector<index::HiddenRule> rules_of(const Options& options) {
  using Kind = index::HiddenRule::Kind;
  std::vector<index::HiddenRule> rules;
  auto add = [&](Kind kind, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      rules.push_back(index::hidden_rule(kind, value));
    }
  };
  add(Kind::kUrl, options.urls);
  add(Kind::kHost, options.hosts);
  add(Kind::kDigest, options.digests);
  add(Kind::kDate, options.dates);
  return rules;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::string& directory = options.arguments[0];
  cli::say_when_an_index_fails(console.tool(), options.open.unchecked);
  // It is a collection that can be opened.
  (void)index::IndexReader::open_collection(directory, options.open, console);
  std::string file = index::hidden_file(directory);
  std::vector<index::HiddenRule> changed = rules_of(options);
  io::FolderLock lock;
  if (!changed.empty()) {
    lock = io::FolderLock(std::filesystem::path(file).parent_path().string());
  }
  std::vector<index::HiddenRule> rules = index::read_hidden(file);
  if (changed.empty()) {
    if (options.remove) throw UsageError("--remove needs what to show again");
    auto output = console.open_output("-", false);
    for (const index::HiddenRule& rule : rules) {
      output->write(std::string(index::rule_name(rule.kind)) + ' ' +
                    rule.value + '\n');
    }
    output->finish();
    return console.outcome();
  }
  uint64_t count = 0;
  for (const index::HiddenRule& rule : changed) {
    auto found = std::find(rules.begin(), rules.end(), rule);
    if (options.remove && found == rules.end()) {
      console.error("there is no rule \"" +
                    std::string(index::rule_name(rule.kind)) + ' ' +
                    rule.value + '"');
      continue;
    }
    if (options.remove) rules.erase(found);
    if (!options.remove && found == rules.end()) rules.push_back(rule);
    ++count;
  }
  index::write_hidden(file, rules);
  uint64_t hidden =
      index::IndexReader::open_collection(directory, options.open, console)
          .deleted();
  console.summary({{options.remove ? "removed" : "added", count},
                   {"rules", rules.size()},
                   {"documents hidden or deleted", hidden}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::hide

int main(int argc, char** argv) {
  using namespace wax::tools::hide;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
