// wax-build: archives to a searchable index in one command.
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "cdx/dedup/import_rules.h"
#include "io/error.h"
#include "io/input_files.h"
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
  table.option("files-from", options.files_from, "LIST",
               "add the archives named in LIST, one path per line");
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

// The archives that are named and can be read; folders stand for the files
// below them.
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
  for (std::string& path : io::expand_inputs(named, console)) {
    if (!io::is_url(path)) {
      // An archive inside a WACZ exists if the WACZ does.
      if (::access(path.substr(0, path.find("!/")).c_str(), R_OK) != 0) {
        console.error(IoError(path, "open", errno).what());
        continue;
      }
      path = fs::absolute(path).lexically_normal().string();
    }
    archives.push_back(std::move(path));
  }
  return archives;
}

int execute(const Step& step, cli::Console& console) {
  std::vector<std::string> words = {step.tool};
  words.insert(words.end(), step.resources.begin(), step.resources.end());
  words.insert(words.end(), {"--problems", step.problems});
  words.insert(words.end(), step.arguments.begin(), step.arguments.end());
  if (console.options().quiet) words.emplace_back("--quiet");
  console.message(pipeline::shell_line(words));
  return pipeline::run_tool_beside(words);
}

// Writes down what has been done after every step, so that a build that is
// killed can continue from there.
void run_steps(const std::string& out, BuildRecord& record,
               const pipeline::Resources& resources, cli::Console& console) {
  const std::string record_path = out + "/build.json";
  const std::string version{cli::version()};
  uint64_t run = 0;
  uint64_t skipped = 0;
  const std::vector<Step> steps = pipeline::plan(out, record, resources);
  for (const Step& step : steps) {
    auto known = record.steps.find(step.name);
    if (known != record.steps.end() &&
        pipeline::up_to_date(step, known->second, version)) {
      ++skipped;
      continue;
    }
    pipeline::Ran ran = pipeline::begin(step, version);
    int exit_code = execute(step, console);
    if (exit_code > 1) {
      throw Error(step.tool + " ended with exit code " +
                  std::to_string(exit_code) +
                  "; run the same command again to continue");
    }
    pipeline::remove_if_empty(step.problems);
    pipeline::complete(ran, step, exit_code);
    record.steps[step.name] = std::move(ran);
    pipeline::save_build_record(record, record_path);
    ++run;
  }
  uint64_t archives = 0;
  for (const auto& batch : record.batches) archives += batch.archives.size();
  console.summary({{"archives", archives},
                   {"steps run", run},
                   {"steps up to date", skipped}});
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

  fs::create_directories(out);
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
  run_steps(out, record, options.resources, console);
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
