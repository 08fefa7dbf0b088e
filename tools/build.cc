// wax-build: archives to a searchable index in one command.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "cdx/dedup/date_shares.h"
#include "cdx/dedup/import_rules.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/http_source.h"
#include "io/input_files.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/identity.h"
#include "tools/cli/import_options.h"
#include "tools/cli/resources.h"
#include "tools/cli/tool.h"
#include "tools/pipeline/build_folder.h"
#include "tools/pipeline/build_record.h"
#include "tools/pipeline/command.h"
#include "tools/pipeline/plan.h"
#include "tools/pipeline/step.h"

namespace wax::tools::build {
namespace {

namespace fs = std::filesystem;
using pipeline::BuildRecord;
using pipeline::Due;
using pipeline::Step;

struct Options {
  std::vector<std::string> arguments;
  std::string files_from;
  cdx::IdentityArgs identity;
  bool ignore_robots = false;
  std::string collection;
  cdx::ImportRulesArgs rules;
  pipeline::Resources resources;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_files_from(table, options.files_from);
  table.option("collection", options.collection, "NAME",
               "collection of the documents; fixed when OUT is made");
  table.group("What becomes a document; fixed when OUT is made");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  cli::declare_ignore_robots(table, options.ignore_robots);
  cli::declare_identity(table, options.identity);
  table.group("Resources");
  cli::declare_jobs(table, options.resources.jobs);
  cli::declare_memory(table, options.resources.memory,
                      "each step; 0: the default of its tool");
  cli::declare_tmpdir(table, options.resources.tmpdir);
  table.positionals(options.arguments, "OUT [ARCHIVE]...", 1, SIZE_MAX,
                    "the folder to build, and archives to add to it");
}

// What is named and can be read: archives and WACZ files; folders stand for the
// files below them.
std::vector<std::string> readable_archives(const Options& options,
                                           cli::Console& console) {
  std::vector<std::string> named(options.arguments.begin() + 1,
                                 options.arguments.end());
  if (!options.files_from.empty()) {
    for (std::string& path : io::read_path_list(options.files_from)) {
      named.push_back(std::move(path));
    }
  }
  std::vector<std::string> archives;
  for (const std::string& path : io::expand_folders(named)) {
    auto inside = io::entry_path(path);
    std::string file(inside ? inside->zip : path);
    if (!io::is_url(file)) {
      if (::access(file.c_str(), R_OK) != 0) {
        console.error(IoError(file, "open", errno).what());
        continue;
      }
      file = fs::absolute(file).lexically_normal().string();
    }
    if (inside) file.append("!/").append(inside->entry);
    // A zip file without archives is reported.
    if (!io::expand_inputs({file}, console).empty()) archives.push_back(file);
  }
  return archives;
}

std::string file_text(const std::string& path) {
  std::error_code none;
  if (!fs::exists(path, none)) return {};
  return io::read_all(*io::open_file(path), UINT64_MAX);
}

// Calls `use` with each line of a text.
template <typename Use>
void each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    use(line);
  }
}

bool is_readable(const std::string& archive) {
  try {
    auto inside = io::entry_path(archive);
    std::string file(inside ? inside->zip : archive);
    io::HttpOptions once;
    once.retries = 0;
    auto source =
        io::is_url(file) ? io::open_http(file, once) : io::open_file(file);
    return !source->peek().empty();
  } catch (const IoError&) {
    return false;
  }
}

// "/a.warc.gz and 2 more".
std::string first_of(const std::vector<std::string>& paths) {
  std::string text = paths.front();
  if (paths.size() > 1) {
    text += " and " + std::to_string(paths.size() - 1) + " more";
  }
  return text;
}

std::vector<std::string> without(std::vector<std::string> paths,
                                 const std::vector<std::string>& others) {
  std::erase_if(paths, [&](const std::string& path) {
    return std::find(others.begin(), others.end(), path) != others.end();
  });
  return paths;
}

// Runs the steps that are due, and writes down what has been done after each,
// so that a build that is killed can continue from there.
//
// What was made of archives that cannot be read now stays as it is: new output
// takes the place of the old one only when all was read that was read before.
class StepRunner {
 public:
  StepRunner(std::string out, BuildRecord& record,
             const pipeline::BuildLock& lock, const Options& options,
             cli::Console& console)
      : out_(std::move(out)),
        record_(record),
        lock_(lock),
        options_(options),
        console_(console),
        steps_(pipeline::plan(out_, record, options.resources)) {}

  void run() {
    for (const Step& step : steps_) {
      if (stopped_) break;
      run(step);
    }
    take_over_problems();
    uint64_t archives = 0;
    for (const auto& batch : record_.batches) archives += batch.archives.size();
    std::vector<cli::Count> counts = {{"archives", archives},
                                      {"steps run", run_},
                                      {"steps up to date", skipped_}};
    if (kept_ > 0) counts.push_back({"steps kept", kept_});
    console_.summary(counts);
    if (stopped_) {
      throw cli::Stop("stopped at the first lost record because of --strict");
    }
    for (const Step& step : steps_) tell_losses(step);
  }

 private:
  void run(const Step& step) {
    auto known = record_.steps.find(step.name);
    const pipeline::Ran* before =
        known == record_.steps.end() ? nullptr : &known->second;
    Due due = before == nullptr ? Due::kChanged : pipeline::due(step, *before);
    if (due == Due::kNo || (due == Due::kUnread &&
                            std::none_of(before->unread.begin(),
                                         before->unread.end(), is_readable))) {
      ++skipped_;
      return;
    }
    if (before != nullptr) {
      std::vector<std::string> gone = pipeline::gone_inputs(*before);
      if (!gone.empty()) return keep(step, gone);
    }
    bool aside = before != nullptr && !step.archives.empty();
    pipeline::Ran ran = pipeline::begin(step);
    int exit_code = execute(step, aside);
    ++run_;
    // A step that was stopped has made nothing.
    stopped_ = exit_code != 0 && console_.options().strict;
    if (stopped_) return;
    std::vector<std::string> unread;
    if (!step.archives.empty()) {
      unread =
          pipeline::unread_archives(step, file_text(problems(step, aside)));
    }
    if (aside) {
      std::vector<std::string> lost = without(unread, before->unread);
      if (!lost.empty() ||
          (due == Due::kUnread && unread.size() == before->unread.size())) {
        discard(step);
        if (!lost.empty()) keep(step, lost);
        return;
      }
      for (const std::string& output : step.outputs()) {
        pipeline::move_staged(output);
      }
      pipeline::move_staged(step.problems);
    }
    pipeline::remove_if_empty(step.problems);
    pipeline::complete(ran, step, exit_code, std::move(unread));
    record_.steps[step.name] = std::move(ran);
    pipeline::save_build_record(record_, out_ + "/build.json");
  }

  static std::string problems(const Step& step, bool aside) {
    return aside ? pipeline::staged(step.problems) : step.problems;
  }

  // The exit code, 0 or 1.
  int execute(const Step& step, bool aside) {
    if (step.tool.empty()) {
      share_dates();
      return 0;
    }
    std::error_code none;
    const cli::CommonOptions& common = console_.options();
    std::vector<std::string> words = {step.tool};
    auto add = [&](const std::vector<std::string>& more) {
      words.insert(words.end(), more.begin(), more.end());
    };
    add(step.resources);
    add({"--problems", problems(step, aside)});
    if (fs::exists(step.known_problems, none)) {
      add({"--known-problems", step.known_problems});
    }
    if (common.strict) add({"--strict"});
    if (common.quiet) add({"--quiet"});
    if (common.verbose) add({"--verbose"});
    if (common.progress) add({"--progress"});
    std::vector<std::string> outputs = step.outputs();
    for (const std::string& word : step.arguments) {
      bool is_output =
          std::find(outputs.begin(), outputs.end(), word) != outputs.end();
      add({aside && is_output ? pipeline::staged(word) : word});
    }
    console_.message(pipeline::shell_line(words));
    pipeline::Ended ended = pipeline::run_tool_beside(words, lock_.fd());
    if (ended.signal != 0 || ended.exit_code > 1) {
      throw Error(step.tool + " ended by " + ended.text() +
                  "; run the same command again to continue");
    }
    return ended.exit_code;
  }

  void share_dates() {
    console_.message("sharing the dates out among the shards");
    std::vector<cdx::DateShare> shares;
    for (const auto& batch : record_.batches) {
      std::string folder = out_ + "/batches/" + batch.name;
      shares.push_back({folder + "/captures.cdx", folder + "/duplicates",
                        folder + "/dates"});
    }
    lines::SortOptions sort;
    if (options_.resources.memory != 0) sort.memory = options_.resources.memory;
    sort.tmpdir = options_.resources.tmpdir;
    cdx::share_dates(out_ + "/dates", shares, sort);
  }

  void keep(const Step& step, const std::vector<std::string>& missing) {
    ++kept_;
    console_.error(step.name + ": stays as an earlier run made it, because " +
                   first_of(missing) + " cannot be read now");
  }

  void discard(const Step& step) {
    std::string problems = pipeline::staged(step.problems);
    each_line(file_text(problems), [&](std::string_view line) {
      console_.take_over(line, problems);
    });
    std::error_code none;
    for (const std::string& output : step.outputs()) {
      fs::remove_all(pipeline::staged(output), none);
    }
    fs::remove(problems, none);
  }

  // What all steps have met, each problem once. Memory: some 16 bytes for each.
  void take_over_problems() {
    std::unordered_set<size_t> seen;  // hashes
    for (const Step& step : steps_) {
      each_line(file_text(step.problems), [&](std::string_view line) {
        if (seen.insert(std::hash<std::string_view>()(line)).second) {
          console_.take_over(line, step.problems);
        }
      });
    }
  }

  void tell_losses(const Step& step) {
    auto ran = record_.steps.find(step.name);
    if (ran == record_.steps.end()) return;
    if (const auto& unread = ran->second.unread; !unread.empty()) {
      console_.error(step.name + ": " + first_of(unread) +
                     " could not be read; run wax-build again when it can");
    } else if (ran->second.exit_code != 0) {
      console_.error(step.name + ": records were lost; see " + step.problems);
    }
  }

  std::string out_;
  BuildRecord& record_;
  const pipeline::BuildLock& lock_;
  const Options& options_;
  cli::Console& console_;
  std::vector<Step> steps_;
  uint64_t run_ = 0;
  uint64_t skipped_ = 0;
  uint64_t kept_ = 0;
  bool stopped_ = false;
};

BuildRecord open_record(const std::string& path, const std::string& out,
                        const Options& options) {
  BuildRecord record = pipeline::load_build_record(path);
  const std::vector<std::string> rules = cdx::tool_options(options.rules);
  const std::vector<std::string> identity =
      cdx::tool_options(cdx::identity_of(options.identity));
  if (record.batches.empty()) {
    record.identity = identity;
    record.ignore_robots = options.ignore_robots;
    record.collection = options.collection;
    record.import_rules = rules;
  } else if (!rules.empty() && rules != record.import_rules) {
    throw UsageError(out + ": was built with " +
                     (record.import_rules.empty()
                          ? "the default rules of import"
                          : pipeline::shell_line(record.import_rules)) +
                     ", but this build has " + pipeline::shell_line(rules) +
                     "; give the same options, or build another folder");
  } else if (record.identity != identity ||
             record.ignore_robots != options.ignore_robots ||
             (!options.collection.empty() &&
              record.collection != options.collection)) {
    std::vector<std::string> words = record.identity;
    if (record.ignore_robots) words.emplace_back("--ignore-robots");
    words.insert(words.end(), {"--collection", record.collection});
    throw UsageError(out + ": was built with " + pipeline::shell_line(words) +
                     "; give the same options, or build another folder");
  }
  return record;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::string out = options.arguments.front();
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  std::vector<std::string> archives = readable_archives(options, console);
  pipeline::check_build_folder(out, !archives.empty());

  io::make_folders(out);
  pipeline::BuildLock lock(out);
  const std::string record_path = out + "/build.json";
  BuildRecord record = open_record(record_path, out, options);
  // From here on the folder is a build, wherever it ends.
  pipeline::save_build_record(record, record_path);
  pipeline::remove_parts(out);
  pipeline::add_batch(out, std::move(archives), record);
  if (record.batches.empty()) {
    throw UsageError(out + ": there is nothing to build; give an ARCHIVE");
  }
  pipeline::save_build_record(record, record_path);
  Options chosen = options;
  chosen.resources.timeout = cli::chosen_timeout();
  StepRunner(out, record, lock, chosen, console).run();
  return console.outcome();
}

constexpr cli::ToolInfo kInfo = {
    "wax-build",
    "build a searchable index from archives, in one command",
    "[OPTION]... OUT [ARCHIVE]...",
    "wax build crawl *.warc.gz && wax search crawl castles",
    "wax-warc-indexer wax-dedup-cdx wax-import wax-index wax-add-dates "
    "wax-search",
    "Index and search"};

}  // namespace
}  // namespace wax::tools::build

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<build::Options>(build::kInfo, argc, argv,
                                        build::declare, build::run);
}
