// wax-build: archives to a searchable index in one command.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/dedup/import_rules.h"
#include "index/store/manifest.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "text/number.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/identity.h"
#include "tools/cli/import_options.h"
#include "tools/cli/resources.h"
#include "tools/cli/tool.h"
#include "tools/pipeline/build_folder.h"
#include "tools/pipeline/build_record.h"
#include "tools/pipeline/command.h"
#include "tools/pipeline/generation.h"
#include "tools/pipeline/lists.h"
#include "tools/pipeline/originals.h"
#include "tools/pipeline/plan.h"
#include "tools/pipeline/settled.h"
#include "tools/pipeline/step_runner.h"

namespace wax::tools::build {
namespace {

using pipeline::BuildRecord;

struct Options {
  std::vector<std::string> arguments;
  std::string files_from;
  cdx::IdentityArgs identity;
  bool ignore_robots = false;
  std::string collection;
  cdx::ImportRulesArgs rules;
  std::string tika;
  uint64_t merge_shards = BuildRecord().merge_shards;
  uint64_t shard_documents = BuildRecord().shard_documents;
  pipeline::Resources resources;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_files_from(table, options.files_from);
  table.option("collection", options.collection, "NAME",
               "collection of the documents; fixed when OUT is made");
  table.group("What becomes a document; fixed when OUT is made");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  cli::declare_tika(table, options.tika);
  cli::declare_ignore_robots(table, options.ignore_robots);
  cli::declare_identity(table, options.identity);
  table.group("Shards; fixed when OUT is made");
  table
      .option("merge-shards", options.merge_shards, "N",
              "merge N shards of one size, in batches, into one; 0: never")
      .more = "So 1,000 batches are at most 27 shards with 10.";
  table
      .option("shard-docs", options.shard_documents, "N",
              "make shards of at most N documents")
      .more =
      "Shards that would have more together are not merged. "
      "The documents of one batch are one shard; give so many archives at once "
      "that they have fewer.";
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
  pipeline::ArchivePaths paths;
  for (const std::string& path : io::expand_folders(named)) {
    auto inside = io::entry_path(path);
    std::string file(inside ? inside->zip : path);
    if (!io::is_url(file)) {
      if (::access(file.c_str(), R_OK) != 0) {
        console.error(std::string(IoError(file, "open", errno).what()) +
                      "; it is not added: give it again when it can be read");
        continue;
      }
      file = paths.of(file);
    }
    if (inside) file.append("!/").append(inside->entry);
    // A zip file without archives is reported. A server may answer later: the
    // steps report what it refuses now.
    if (io::is_url(file) || !io::expand_inputs({file}, console).empty()) {
      archives.push_back(file);
    }
  }
  return archives;
}

std::string words_or_defaults(const std::vector<std::string>& words) {
  return words.empty() ? "the defaults" : pipeline::shell_line(words);
}

std::vector<std::string> robots_words(bool ignore_robots) {
  if (!ignore_robots) return {};
  return {"--ignore-robots"};
}

// An option with a value, if it has one.
std::vector<std::string> option_words(const char* option,
                                      const std::string& value) {
  if (value.empty()) return {};
  return {option, value};
}

std::vector<std::string> merge_words(uint64_t width) {
  return {"--merge-shards", std::to_string(width)};
}

std::vector<std::string> shard_words(uint64_t documents) {
  return {"--shard-docs", std::to_string(documents)};
}

BuildRecord open_record(const std::string& out, const Options& options) {
  BuildRecord record = pipeline::load_build_record(out);
  const std::vector<std::string> rules = cdx::tool_options(options.rules);
  const std::vector<std::string> identity =
      cdx::tool_options(cdx::identity_of(options.identity));
  if (record.batches.empty()) {
    record.identity = identity;
    record.ignore_robots = options.ignore_robots;
    record.collection = options.collection;
    record.import_rules = rules;
    record.tika = options.tika;
    record.merge_shards = options.merge_shards;
    record.shard_documents = options.shard_documents;
    return record;
  }
  // What is not given stays as it was when OUT was made.
  auto check = [&](const std::vector<std::string>& given,
                   const std::vector<std::string>& unless,
                   const std::vector<std::string>& made_with) {
    if (given == unless || given == made_with) return;
    throw UsageError(out + ": was built with " + words_or_defaults(made_with) +
                     ", but this build has " + words_or_defaults(given) +
                     "; give the same options or none, or build another "
                     "folder");
  };
  check(rules, {}, record.import_rules);
  check(identity, cdx::tool_options(cdx::identity_of({})), record.identity);
  check(robots_words(options.ignore_robots), {},
        robots_words(record.ignore_robots));
  check(option_words("--collection", options.collection), {},
        option_words("--collection", record.collection));
  check(option_words("--tika", options.tika), {},
        option_words("--tika", record.tika));
  check(merge_words(options.merge_shards), merge_words(Options().merge_shards),
        merge_words(record.merge_shards));
  check(shard_words(options.shard_documents),
        shard_words(Options().shard_documents),
        shard_words(record.shard_documents));
  return record;
}

uint64_t documents_of(const std::string& out,
                      const pipeline::BuiltShard& shard) {
  std::map<std::string, std::string> about =
      index::read_manifest(out + "/shards/" + shard.name + "/main").about;
  return text::whole_number(about["documents"]).value_or(0);
}

// Runs what `plan` gives for each batch: so many steps. Those of settled
// batches are not looked at; only their problems are told again.
template <typename Plan>
void run_for_batches(const BuildRecord& record,
                     const pipeline::SettledBatches& settled,
                     pipeline::StepRunner& runner, uint64_t steps_of_a_batch,
                     Plan plan) {
  for (size_t i = 0; i < record.batches.size(); ++i) {
    if (settled.contains(i) && !settled.has_problems(i)) {
      runner.skip(steps_of_a_batch);
      continue;
    }
    std::vector<pipeline::Step> steps = plan(i);
    for (pipeline::Step& step : steps) step.settled = settled.contains(i);
    runner.run(std::move(steps));
  }
}

// A merged shard that is gone, or of which a batch changed, is made again of
// its batches.
std::vector<pipeline::Step> indexes_to_make(
    const std::string& out, BuildRecord& record,
    const pipeline::Resources& resources,
    const pipeline::SettledBatches& settled,
    const pipeline::Originals& originals, const pipeline::StepRunner& runner) {
  auto index_of = [&](size_t batch) {
    return pipeline::plan_index(out, record, resources, batch,
                                originals.state(batch));
  };
  std::erase_if(record.merged, [&](const pipeline::MergedShard& shard) {
    std::string name =
        pipeline::shard_of(record, shard.first, shard.count).name;
    if (!index::has_manifest(out + "/shards/" + name + "/main")) return true;
    for (size_t i = shard.first; i < shard.first + shard.count; ++i) {
      bool is_settled = settled.contains(i) && !originals.anew();
      if (!is_settled && runner.is_due(index_of(i))) return true;
    }
    return false;
  });
  std::vector<pipeline::Step> steps;
  for (const pipeline::BuiltShard& shard : pipeline::shards_of(record)) {
    if (shard.count == 1) steps.push_back(index_of(shard.first));
  }
  return steps;
}

void merge_shards(const std::string& out, BuildRecord& record,
                  const pipeline::Resources& resources,
                  pipeline::StepRunner& runner) {
  while (!runner.stopped()) {
    std::vector<pipeline::BuiltShard> group = pipeline::next_merge(
        record, [&](const auto& shard) { return documents_of(out, shard); });
    if (group.empty()) return;
    size_t first = group.front().first;
    size_t end = group.back().first + group.back().count;
    io::make_folders(out + "/batches/" +
                     pipeline::shard_of(record, first, end - first).name);
    runner.run({pipeline::plan_merge(out, record, resources, group)});
    if (runner.stopped()) return;
    // The dates of the shards are merged with them.
    runner.remember(pipeline::plan_dates(
        out, record, pipeline::shard_of(record, first, end - first)));
    std::erase_if(record.merged, [&](const pipeline::MergedShard& shard) {
      return shard.first >= first && shard.first < end;
    });
    auto behind =
        std::find_if(record.merged.begin(), record.merged.end(),
                     [&](const auto& shard) { return shard.first >= end; });
    record.merged.insert(behind, {first, end - first});
    pipeline::save_build_record(record, out);
  }
}

// Forgets the steps of shards that are merged.
void forget_steps(BuildRecord& record) {
  std::set<std::string> names;
  for (const auto& shard : pipeline::shards_of(record)) {
    names.insert(shard.name);
  }
  record.steps.erase_if([&](const std::string& name) {
    size_t slash = name.find('/');
    std::string_view kind = std::string_view(name).substr(
        slash == std::string::npos ? 0 : slash + 1);
    return (kind == "dates" || kind == "merge") &&
           !names.contains(name.substr(0, slash));
  });
}

void make_shards(const std::string& out, BuildRecord& record,
                 const pipeline::Resources& resources,
                 pipeline::StepRunner& runner, cli::Console& console) {
  pipeline::SettledBatches settled(out, record);
  run_for_batches(record, settled, runner, 2, [&](size_t batch) {
    return pipeline::plan_captures(out, record, resources, batch);
  });
  if (runner.stopped()) return;
  pipeline::Lists lists(out, record, resources, console);
  lists.update();
  settled.look();
  run_for_batches(record, settled, runner, 1, [&](size_t batch) {
    return std::vector{pipeline::plan_import(out, record, resources, batch)};
  });
  if (runner.stopped()) return;
  pipeline::Originals originals(out, record, pipeline::sort_options(resources));
  originals.update();
  runner.run(
      indexes_to_make(out, record, resources, settled, originals, runner));
  if (runner.stopped()) return;
  lists.run_dates(runner);
  merge_shards(out, record, resources, runner);
  if (runner.stopped()) return;
  std::vector<std::string> shards;
  for (const auto& shard : pipeline::shards_of(record)) {
    shards.push_back(shard.name);
  }
  std::vector<std::string> batches;
  for (const auto& batch : record.batches) batches.push_back(batch.name);
  pipeline::publish_shards(out, shards, batches);
  pipeline::remove_other_shards(out, shards);
  settled.settle();
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::string out = options.arguments.front();
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  std::vector<std::string> archives = readable_archives(options, console);
  pipeline::check_build_folder(out, !archives.empty());

  io::make_folders(out);
  pipeline::BuildLock lock(out);
  BuildRecord record = open_record(out, options);
  // From here on the folder is a build, wherever it ends.
  pipeline::save_build_record(record, out);
  if (lock.after_failure()) pipeline::remove_parts(out);
  pipeline::add_batch(out, std::move(archives), record);
  if (record.batches.empty()) {
    throw UsageError(out + ": there is nothing to build; give an ARCHIVE");
  }
  pipeline::save_build_record(record, out);
  forget_steps(record);
  pipeline::shorten_steps(record.steps, out);
  pipeline::Resources resources = options.resources;
  resources.timeout = cli::chosen_timeout();
  pipeline::StepRunner runner(out, record, lock, console);
  make_shards(out, record, resources, runner, console);
  runner.finish();
  lock.ended();
  return console.outcome();
}

constexpr cli::ToolInfo kInfo = {
    "wax-build",
    "build a searchable index from archives, in one command",
    "[OPTION]... OUT [ARCHIVE]...",
    "wax build crawl *.warc.gz && wax search crawl castles",
    "wax-warc-indexer wax-dedup-cdx wax-import wax-index wax-merge "
    "wax-add-dates wax-search",
    "Index and search"};

}  // namespace
}  // namespace wax::tools::build

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<build::Options>(build::kInfo, argc, argv,
                                        build::declare, build::run);
}
