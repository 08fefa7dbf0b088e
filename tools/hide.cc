// wax-hide: takes documents out of sight.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>

#include "collection/access/collection_access.h"
#include "collection/access/page_captures.h"
#include "index/store/index_reader.h"
#include "io/error.h"
#include "io/folder_lock.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/collection_cli/collection_first.h"

namespace wax::tools::hide {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-hide",
    "hide pages of a collection from searches at once",
    "[OPTION]... DIR [URL]...",
    "wax-hide site http://example.org/private.html",
    "wax-search wax-dumpindex wax-index(5) wax-merge",
    "Indexes"};

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
  table.option("url-prefix", options.urls, "URL",
               "hide URLs that start with URL, with or without http and www");
  table.option("host", options.hosts, "HOST",
               "hide this host and those below it");
  table.option("with-digest", options.digests, "DIGEST",
               "hide what has this payload");
  table.option("captured", options.dates, "DATE",
               "hide versions captured in that period: 4 to 14 digits, or "
               "DATE-DATE; with other options, only what they name");
  table.flag("remove", options.remove, "remove these rules");
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.arguments, "DIR [URL]...", 1, SIZE_MAX,
                    "DIR is a collection. A URL is a page to hide, with http "
                    "or https, with www or without. Without pages and options, "
                    "the rules of DIR are listed");
}

std::vector<collection::AccessRule> rules_of(const Options& options) {
  std::vector<collection::AccessRule> rules;
  const std::vector<std::string> pages(options.arguments.begin() + 1,
                                       options.arguments.end());
  // A date narrows what other options hide; without them it is a rule.
  std::vector<std::string> dates = options.dates;
  if (dates.empty()) dates.emplace_back();
  auto add = [&](const char* kind, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      for (const std::string& date : dates) {
        rules.push_back(collection::hiding_rule(kind, value, date));
      }
    }
  };
  add("page", pages);
  add("url", options.urls);
  add("host", options.hosts);
  add("digest", options.digests);
  if (!rules.empty()) return rules;
  for (const std::string& date : options.dates) {
    rules.push_back(collection::hiding_rule("date", date));
  }
  return rules;
}

// Says which pages the collection does not have, unless only a part of it is
// open. They are hidden already, so a CDX file that cannot be read is no
// error.
void report_pages_without_captures(const Options& options,
                                   const index::IndexReader& reader,
                                   const std::string& folder,
                                   cli::Console& console) {
  const bool is_whole =
      console.lost() == 0 &&
      std::filesystem::equivalent(options.arguments[0], folder);
  if (options.remove || !is_whole) return;
  try {
    for (const std::string& page : collection::without_captures(
             reader, folder,
             {options.arguments.begin() + 1, options.arguments.end()})) {
      console.message("no capture of " + page +
                      " in this collection; the rule is kept");
    }
  } catch (const Error& error) {
    console.message(
        "the rules are kept, but whether there are captures of the pages is "
        "not known: " +
        std::string(error.what()));
  }
}

// Waits while another process writes what is hidden, for a minute at most.
io::FolderLock lock_of_hidden(const std::string& folder,
                              const std::string& file, cli::Console& console) {
  constexpr std::chrono::milliseconds kPause{50};
  constexpr int kTimes = 1200;
  for (int time = 1;; ++time) {
    try {
      return io::FolderLock(folder, io::lock_path(file));
    } catch (const UsageError& error) {
      if (time == kTimes) throw;
      if (time == kTimes / 60) {
        console.message(std::string(error.what()) + "; waiting for it");
      }
    }
    std::this_thread::sleep_for(kPause);
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::string& directory = options.arguments[0];
  collection_cli::check_collection_first(console.tool(), options.arguments);
  cli::say_when_an_index_fails(console.tool(), options.open.unchecked);
  const index::IndexReader reader =
      index::IndexReader::open_collection(directory, options.open, console);
  const std::string file = collection::hidden_file(directory);
  const std::string folder = std::filesystem::path(file).parent_path().string();
  std::vector<collection::AccessRule> changed = rules_of(options);
  io::FolderLock lock;
  if (!changed.empty()) {
    lock = lock_of_hidden(folder, file, console);
  }
  std::vector<collection::AccessRule> rules = collection::read_hidden(file);
  if (changed.empty()) {
    if (options.remove)
      throw UsageError("--remove needs the pages or rules to remove");
    auto output = console.open_line_output("-", false, 1);
    for (const collection::AccessRule& rule : rules) {
      output->write(collection::print_hiding_rule(rule) + '\n');
    }
    output->finish();
    return console.outcome();
  }
  uint64_t count = 0;
  for (const collection::AccessRule& rule : changed) {
    auto found = std::find(rules.begin(), rules.end(), rule);
    if (options.remove && found == rules.end()) {
      console.error("there is no rule \"" +
                    collection::print_hiding_rule(rule) + '"');
      continue;
    }
    if (options.remove) rules.erase(found);
    if (!options.remove && found == rules.end()) rules.push_back(rule);
    ++count;
  }
  collection::write_hidden(file, rules);
  lock = io::FolderLock();
  report_pages_without_captures(options, reader, folder, console);
  uint64_t hidden =
      collection::open_shown_index(directory, options.open, console).deleted();
  console.summary({{options.remove ? "removed" : "added", count},
                   {"rules", rules.size()},
                   {"documents hidden now", hidden}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::hide

int main(int argc, char** argv) {
  using namespace wax::tools::hide;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
