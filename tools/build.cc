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

#include "cdx/dedup/import_rules.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/input_files.h"
#include "tools/cli/archive_inputs.h"
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
using pipeline::Step;

struct Options {
  std::vector<std::string> arguments;
  std::string files_from;
  std::string urlkey = "surt";
  std::string collection;
  cdx::ImportRulesArgs rules;
  pipeline::Resources resources;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_files_from(table, options.files_from);
  table.choice("urlkey", options.urlkey, {"surt", "legacy"},
               "rules of the URL keys; fixed when OUT is made");
  table.option("collection", options.collection, "NAME",
               "collection of the documents; fixed when OUT is made");
  table.group("What becomes a document; fixed when OUT is made");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
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

pipeline::Ended execute(const Step& step, const pipeline::BuildLock& lock,
                        cli::Console& console) {
  std::error_code none;
  const cli::CommonOptions& common = console.options();
  std::vector<std::string> words = {step.tool};
  words.insert(words.end(), step.resources.begin(), step.resources.end());
  words.insert(words.end(), {"--problems", step.problems});
  if (fs::exists(step.known_problems, none)) {
    words.insert(words.end(), {"--known-problems", step.known_problems});
  }
  if (common.strict) words.emplace_back("--strict");
  if (common.quiet) words.emplace_back("--quiet");
  if (common.verbose) words.emplace_back("--verbose");
  if (common.progress) words.emplace_back("--progress");
  words.insert(words.end(), step.arguments.begin(), step.arguments.end());
  console.message(pipeline::shell_line(words));
  return pipeline::run_tool_beside(words, lock.fd());
}

// What all steps have met, each problem once. Memory: 16 bytes or so for each.
void take_over_problems(const std::vector<Step>& steps, cli::Console& console) {
  std::unordered_set<size_t> seen;  // hashes
  for (const Step& step : steps) {
    std::error_code none;
    if (!fs::exists(step.problems, none)) continue;
    std::string text = io::read_all(*io::open_file(step.problems), UINT64_MAX);
    for (std::string_view rest = text; !rest.empty();) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (seen.insert(std::hash<std::string_view>()(line)).second) {
        console.take_over(line, step.problems);
      }
    }
  }
}

// Writes down what has been done after every step, so that a build that is
// killed can continue from there.
void run_steps(const std::string& out, BuildRecord& record,
               const pipeline::BuildLock& lock,
               const pipeline::Resources& resources, cli::Console& console) {
  const std::string record_path = out + "/build.json";
  const std::string version{cli::version()};
  uint64_t run = 0;
  uint64_t skipped = 0;
  bool stopped = false;
  const std::vector<Step> steps = pipeline::plan(out, record, resources);
  for (const Step& step : steps) {
    auto known = record.steps.find(step.name);
    if (known != record.steps.end() &&
        pipeline::up_to_date(step, known->second, version)) {
      ++skipped;
      continue;
    }
    pipeline::Ran ran = pipeline::begin(step, version);
    pipeline::Ended ended = execute(step, lock, console);
    if (ended.signal != 0 || ended.exit_code > 1) {
      throw Error(step.tool + " ended by " + ended.text() +
                  "; run the same command again to continue");
    }
    pipeline::remove_if_empty(step.problems);
    ++run;
    // A step that was stopped has made nothing.
    stopped = ended.exit_code != 0 && console.options().strict;
    if (stopped) break;
    pipeline::complete(ran, step, ended.exit_code);
    record.steps[step.name] = std::move(ran);
    pipeline::save_build_record(record, record_path);
  }
  uint64_t archives = 0;
  for (const auto& batch : record.batches) archives += batch.archives.size();
  take_over_problems(steps, console);
  console.summary({{"archives", archives},
                   {"steps run", run},
                   {"steps up to date", skipped}});
  if (stopped) {
    throw cli::Stop("stopped at the first lost record because of --strict");
  }
  for (const Step& step : steps) {
    if (record.steps[step.name].exit_code != 0) {
      console.error(step.name + ": records were lost; see " + step.problems);
    }
  }
}

BuildRecord open_record(const std::string& path, const std::string& out,
                        const Options& options) {
  BuildRecord record = pipeline::load_build_record(path);
  const std::vector<std::string> rules = cdx::tool_options(options.rules);
  if (record.batches.empty()) {
    record.urlkey = options.urlkey;
    record.collection = options.collection;
    record.import_rules = rules;
  } else if (!rules.empty() && rules != record.import_rules) {
    throw UsageError(out + ": was built with " +
                     (record.import_rules.empty()
                          ? "the default rules of import"
                          : pipeline::shell_line(record.import_rules)) +
                     ", but this build has " + pipeline::shell_line(rules) +
                     "; give the same options, or build another folder");
  } else if (record.urlkey != options.urlkey ||
             (!options.collection.empty() &&
              record.collection != options.collection)) {
    throw UsageError(out + ": was built with --urlkey " + record.urlkey +
                     " and --collection '" + record.collection +
                     "'; give the same options, or build another folder");
  }
  return record;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::string out = options.arguments.front();
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  std::vector<std::string> archives = readable_archives(options, console);
  pipeline::check_build_folder(out, !archives.empty());

  std::error_code failure;
  fs::create_directories(out, failure);
  if (failure) throw IoError(out, "create", failure.value());
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
  run_steps(out, record, lock, options.resources, console);
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
