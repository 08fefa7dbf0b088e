// wax-build: archives to a searchable index in one command.
#include "collection/publish/build.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "cdx/dedup/import_rules.h"
#include "collection/archives/known_files.h"
#include "collection/archives/names_problems.h"
#include "collection/archives/watched_build.h"
#include "collection/layout.h"
#include "collection/publish/build_check.h"
#include "collection/publish/scrub.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_messages.h"
#include "collection/record/build_record.h"
#include "collection/record/build_settings.h"
#include "collection/record/command.h"
#include "collection/record/step.h"
#include "collection/steps/step_runner.h"
#include "graph/store/graph_check.h"
#include "index/schema/stems.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/inputs/wacz.h"
#include "rank/rank_files.h"
#include "text/number.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/archive_changes.h"
#include "tools/collection_cli/collection_first.h"
#include "tools/collection_cli/console_messages.h"
#include "tools/collection_cli/readable_archives.h"

namespace wax::tools::build {
namespace {

using collection::BuildRecord;

struct Options {
  std::vector<std::string> arguments;
  std::string files_from;
  cdx::IdentityArgs identity;
  bool ignore_robots = false;
  std::string collection;
  cdx::ImportRulesArgs rules;
  std::string tika;
  uint64_t max_body = 0;
  std::vector<std::string> stem;
  bool links = false;
  std::string ranks;
  bool check = false;
  std::string part;
  bool repair = false;
  bool accept_problems = false;
  std::string moved;
  std::vector<std::string> forget;
  bool why = false;
  bool watch = false;
  uint64_t quiet_time = 60;
  bool ignore_cdx = false;
  uint64_t merge_shards = BuildRecord().merge_shards;
  uint64_t shard_documents = BuildRecord().shard_documents;
  collection::Resources resources;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_files_from(table, options.files_from);
  table.option("collection", options.collection, "NAME",
               "collection of the documents; fixed when OUT is made");
  table
      .flag("check", options.check, "check OUT against itself and its archives")
      .more =
      "Each file that differs is named, with its line and what to do next; "
      "exit code 1: there is one.";
  table
      .option("part", options.part, "N/M",
              "with --check: read one of M parts of OUT alone")
      .more =
      "3/52 is the third of 52; next/52 is the one that was read longest ago. "
      "The bytes of its files and archives are compared with those of the last "
      "build. OUT/build.scrub has when each part was read.";
  table.flag("repair", options.repair, "with --part: make damaged files again")
      .more =
      "Damaged files of OUT are removed and made by a build: those of a batch "
      "when its archives are whole, others when all segments are. The rest is "
      "named.";
  table.flag("links", options.links, "score pages by links between them").more =
      "Each version of a page has its PageRank in the column \"pagerank\". "
      "OUT/links/graph has the links; see wax-graph-read and "
      "wax-graph-export. Later builds of OUT go on with it.";
  table
      .option("ranks", options.ranks, "RANKS",
              "add the views of pages in a rank as columns")
      .more =
      "RANKS is a folder of wax-rank. The columns \"views\" and \"popularity\" "
      "are those of its last rank. Later builds of OUT go on with it.";
  table
      .flag("accept-problems", options.accept_problems,
            "accept losses until now; exit code 1 tells new ones")
      .more =
      "Kept in OUT/accepted.problems; remove it, or lines of it, to be told "
      "again.";
  table
      .option("moved", options.moved, "FROM",
              "archives of OUT at or below FROM are at ARCHIVE now")
      .more =
      "FROM and ARCHIVE are two folders or two files. Archives that are given "
      "again and are the same as missing ones are followed without it.";
  table
      .option("forget", options.forget, "NAME", "remove an archive or a folder")
      .more =
      "NAME is a path that OUT knows, or the name of a file. What was made of "
      "it goes, and versions that only it had. Other archives of its batches "
      "are read again. A file that is still there is taken up again when its "
      "folder is given.";
  table.flag("why", options.why, "tell why each step runs or is left out")
      .more =
      "One line for each step, before it runs: which input or which options "
      "changed, which output is missing, that its tool has other rules, or "
      "that nothing changed.";
  table
      .flag("watch", options.watch,
            "keep running, and add archives that appear")
      .more =
      "All archives that are ready together are one batch. An archive is ready "
      "when it is whole and has not changed for some time (--quiet-time). What "
      "was lost is told once. A signal ends it.";
  table
      .option("quiet-time", options.quiet_time, "SECONDS",
              "with --watch: time without changes")
      .more =
      "An archive is added when it has not changed for so long. One whose last "
      "record is not all there is waited for ten times as long, "
      "and then read as it is. It is what this program has seen that counts, "
      "not the dates of files.";
  table.group("Fixed when OUT is made: documents and shards");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  cli::declare_tika(table, options.tika);
  cli::declare_max_body(table, options.max_body);
  cli::declare_ignore_robots(table, options.ignore_robots);
  cli::declare_stem(table, options.stem, "all");
  table
      .option("merge-shards", options.merge_shards, "N",
              "merge N shards of a size; 0: never")
      .more =
      "The size is in batches. So 1,000 batches are at most 27 shards with 10.";
  table
      .option("shard-docs", options.shard_documents, "N",
              "at most N documents in a shard")
      .more =
      "Shards that would have more together are not merged. "
      "The documents of one batch are one shard; if they are more, give fewer "
      "archives at once.";
  cli::declare_identity(table, options.identity);
  table.group("Resources");
  table
      .flag("ignore-cdx", options.ignore_cdx,
            "do not use CDX files beside the archives")
      .more =
      "Without it, captures are listed without reading the bodies of records "
      "that CDX files beside the archives list (wax-warc-indexer --use-cdx). "
      "If a record turns out to be damaged, its batch is read whole.";
  cli::declare_jobs(table, options.resources.jobs);
  cli::declare_memory(table, options.resources.memory,
                      "each step; 0: the default of its tool");
  cli::declare_tmpdir(table, options.resources.tmpdir);
  table.positionals(options.arguments, "OUT [ARCHIVE]...", 1, SIZE_MAX,
                    "the folder to build, and archives to add to it");
}

collection::BuildRound named_archives(const Options& options,
                                      cli::Console& console) {
  std::vector<std::string> named(options.arguments.begin() + 1,
                                 options.arguments.end());
  if (!options.files_from.empty()) {
    for (std::string& path : io::read_path_list(options.files_from)) {
      named.push_back(std::move(path));
    }
  }
  return collection_cli::readable_archives(named, console);
}

// The value for BuildSettings::stem. Throws UsageError.
std::string stem_of(const std::vector<std::string>& languages) {
  if (languages.empty()) return {};
  (void)index::wanted_stems(languages);
  return index::text_of_stems(languages);
}

// The value for BuildRecord::ranks. Throws UsageError.
std::string ranks_folder(const std::string& path) {
  if (rank::rank_state(path).empty()) {
    throw UsageError(path + ": has no rank; wax-rank makes one");
  }
  return std::filesystem::canonical(path).string();
}

collection::BuildSettings settings_of(const Options& options) {
  collection::BuildSettings settings;
  settings.identity = cdx::tool_options(cdx::identity_of(options.identity));
  settings.import_rules = cdx::tool_options(options.rules);
  settings.ignore_robots = options.ignore_robots;
  settings.collection = options.collection;
  settings.tika = options.tika;
  settings.max_body = options.max_body;
  settings.stem = stem_of(options.stem);
  settings.merge_shards = options.merge_shards;
  settings.shard_documents = options.shard_documents;
  return settings;
}

void tell(const collection::StepCounts& counts, const io::SkippedFiles& skipped,
          cli::Console& console) {
  std::vector<cli::Count> words = {{"archives", counts.archives},
                                   {"steps run", counts.run},
                                   {"steps up to date", counts.up_to_date}};
  if (counts.kept > 0) words.push_back({"steps kept", counts.kept});
  if (counts.known_problems > 0) {
    words.push_back({"known problems", counts.known_problems});
  }
  if (!skipped.empty()) {
    words.push_back(cli::sum_of("skipped files", skipped));
  }
  console.summary(words);
}

cli::Outcome check(const std::string& out, const Options& options,
                   cli::Console& console) {
  if (options.arguments.size() > 1 || !options.files_from.empty()) {
    throw UsageError("--check reads OUT; give no ARCHIVE");
  }
  if (options.accept_problems) {
    throw UsageError("--check writes nothing; give no --accept-problems");
  }
  if (options.why) throw UsageError("--check runs no step; give no --why");
  collection::Resources resources = options.resources;
  resources.timeout = cli::chosen_timeout();
  resources.remote = io::opens_remote_files();
  collection::BuildCheckCounts counts =
      collection::check_build(out, resources, {}, console, rank::rank_state);
  const collection::Layout layout{out};
  if (collection::is_there(layout.graph())) {
    counts.differences += graph::check_graph({layout.graph()}, resources.tmpdir,
                                             counts.graph_advice, console);
  }
  console.summary({{"archives", counts.archives},
                   {"batches", counts.batches},
                   {"shards", counts.shards},
                   {"differences", counts.differences}});
  return console.outcome();
}

collection::ScrubCounts scrub(const std::string& out, const Options& options,
                              cli::Console& console) {
  collection::ScrubCounts counts = collection::scrub_build(
      out, collection::scrub_part_of(options.part), options.repair, console);
  console.summary({{"part", counts.number},
                   {"parts read", counts.parts_read},
                   {"files", counts.files},
                   {"bytes", counts.bytes},
                   {"differences", counts.differences},
                   {"removed", counts.removed}});
  return counts;
}

// Problems of names that are told are taken out of the round. `scrubbed`: what
// a repair left, with its lock.
void build(const std::string& out, const Options& options,
           collection::BuildRound& round, cli::Console& console,
           collection::ScrubCounts scrubbed = {}) {
  if (round.archives.empty() && options.arguments.size() > 1 &&
      !collection::is_there(collection::Layout{out}.build_record())) {
    io::throw_no_archive(
        {options.arguments.begin() + 1, options.arguments.end()});
  }
  collection::check_build_folder(out, !round.archives.empty());

  io::make_folders(out);
  if (scrubbed.lock == nullptr) {
    scrubbed.lock = std::make_unique<collection::BuildLock>(out);
  }
  collection::BuildLock& lock = *scrubbed.lock;
  BuildRecord record = collection::load_build_record(out);
  collection::apply_settings(settings_of(options), out, record);
  record.links = record.links || options.links;
  if (!options.ranks.empty()) record.ranks = ranks_folder(options.ranks);
  // From here on the folder is a build, wherever it ends.
  collection::save_build_record(record, out);
  if (lock.after_failure()) collection::remove_parts(out);
  collection_cli::know_copies(out, record, console);
  collection::restore_batches(out, record);
  collection_cli::follow_and_forget(
      out, {options.moved, options.arguments.back(), options.forget},
      round.archives, record, console);
  collection::add_batch(out, std::move(round.archives), record);
  if (record.batches.empty()) {
    throw UsageError(out + ": there is nothing to build; give an ARCHIVE");
  }
  collection::save_build_record(record, out);
  collection::Resources resources = options.resources;
  resources.use_cdx = !options.ignore_cdx;
  resources.timeout = cli::chosen_timeout();
  resources.remote = io::opens_remote_files();
  const cli::CommonOptions& common = console.options();
  collection_cli::ConsoleMessages messages(console);
  const std::string accepted = collection::Layout{out}.accepted_problems();
  collection::StepRunner runner(out, record, lock,
                                {common.strict,
                                 common.quiet,
                                 common.verbose,
                                 console.shows_progress(),
                                 {},
                                 {accepted, common.known_problems, round.told},
                                 options.why},
                                messages);
  runner.report_name_problems(std::exchange(round.names, {}));
  if (!runner.stopped()) {
    collection::build_shards(out, record, resources, runner, messages,
                             rank::rank_state);
  }
  if (options.accept_problems) runner.accept_problems(accepted);
  const collection::StepCounts counts = runner.finish();
  if (!runner.stopped()) {
    collection::KnownFiles(out).remember(record, scrubbed.unrepaired);
  }
  tell(counts, round.skipped, console);
  if (runner.stopped()) {
    throw cli::Stop("stopped at the first lost record because of --strict");
  }
  if (runner.tell_losses()) {
    console.message(
        "all else can be searched; once you have seen the losses, accept them, "
        "and later runs tell only new ones: " +
        collection::shell_line({"wax", "build", out, "--accept-problems"}));
  }
  if (!round.told.empty()) runner.accept_problems(round.told);
  lock.ended();
}

// Throws UsageError.
void check_watch(const Options& options, const cli::CommonOptions& common) {
  if (options.check || options.accept_problems || !options.moved.empty() ||
      !options.forget.empty() || !common.problems_file.empty() ||
      common.strict) {
    throw UsageError(
        "--watch goes on until a signal ends it; give no --check, --moved, "
        "--forget, --accept-problems, --problems and --strict");
  }
  if (options.arguments.size() < 2 || !options.files_from.empty()) {
    throw UsageError("--watch needs the folders to watch, and no --files-from");
  }
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    if (!std::filesystem::is_directory(options.arguments[i]) &&
        !io::is_object_folder(options.arguments[i])) {
      throw UsageError(options.arguments[i] + ": --watch needs folders");
    }
  }
}

[[noreturn]] void watch(const std::string& out, const Options& options,
                        cli::Console& console) {
  check_watch(options, console.options());
  collection_cli::ConsoleMessages messages(console);
  collection::WatchedBuild watched(
      out, std::chrono::seconds(options.quiet_time), options.resources.tmpdir,
      [&] { return named_archives(options, console); },
      [&](collection::BuildRound round) {
        console.count_anew();
        build(out, options, round, console);
      },
      messages);
  watched.begin();
  console.message(
      "watching for archives; each is added when it has not "
      "changed for " +
      std::to_string(options.quiet_time) + " s");
  while (true) {
    watched.look(collection::ArchiveWatch::Clock::now());
    std::this_thread::sleep_for(watched.pause());
  }
}

// Nothing was built: the problems of names are told.
void tell_names(const std::string& out, const collection::NamesLook& names,
                cli::Console& console) {
  std::vector<Problem> problems;
  for (const auto& met : names.problems) problems.push_back(met.problem);
  for (Problem& problem : collection::unknown_problems(
           std::move(problems),
           {collection::Layout{out}.accepted_problems()})) {
    console.report(std::move(problem));
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::string out = options.arguments.front();
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  if (options.files_from.empty() && !options.check) {
    collection_cli::check_build_first(
        out, {options.arguments.begin() + 1, options.arguments.end()});
  }
  if (options.watch) watch(out, options, console);
  if (!options.moved.empty() && options.arguments.size() != 2) {
    throw UsageError("--moved FROM takes one ARCHIVE: the new place");
  }
  if (options.part.empty() && options.repair) {
    throw UsageError("--repair goes with --check --part");
  }
  if (!options.part.empty()) {
    if (!options.check || options.arguments.size() > 1) {
      throw UsageError("--part goes with --check, and with no ARCHIVE");
    }
    collection::ScrubCounts scrubbed = scrub(out, options, console);
    if (!scrubbed.needs_build) return console.outcome();
    collection::BuildRound nothing;
    build(out, options, nothing, console, std::move(scrubbed));
    return console.outcome();
  }
  if (options.check) return check(out, options, console);
  collection::BuildRound round = named_archives(options, console);
  try {
    build(out, options, round, console);
  } catch (...) {
    tell_names(out, round.names, console);
    throw;
  }
  return console.outcome();
}

constexpr cli::ToolInfo kInfo = {
    "wax-build",
    "build a searchable index from archives, in one command",
    "[OPTION]... OUT [ARCHIVE]...",
    "wax build crawl *.warc.gz && wax search crawl castles",
    "wax-warc-indexer wax-dedup-cdx wax-import wax-index wax-merge "
    "wax-add-dates wax-search",
    "Start here"};

}  // namespace
}  // namespace wax::tools::build

int main(int argc, char** argv) {
  using namespace wax::tools::build;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
