// Imports archives: a segment of documents, to be indexed.
#include <filesystem>
#include <string>
#include <vector>

#include "collection/import/archive_list.h"
#include "collection/import/segment_import.h"
#include "io/ordered_pool.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/build_output.h"

namespace wax::tools::import_archives {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-import",
    "read archives into a segment of documents",
    "[OPTION]... -o SEGMENT MANIFEST|ARCHIVE...",
    "wax-import -e crawl.duplicates -o crawl.segment warcs/",
    "wax-index(1) wax-dedup-cdx(1) wax-warc-indexer(1)",
    "Steps of a build"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string output;
  bool force = false;
  std::vector<std::string> exclude;
  std::string collection;
  cdx::IdentityArgs identity;
  bool ignore_robots = false;
  cdx::ImportRulesArgs rules;
  std::string tika;
  uint64_t max_body = 0;
  uint64_t jobs = 0;
  uint64_t memory = uint64_t{512} << 20;
  std::string tmpdir;
  std::string sums;
};

void declare(cli::OptionTable& table, Options& options) {
  table.positionals(options.inputs, "MANIFEST|ARCHIVE", 0, SIZE_MAX,
                    "ARC or WARC files, compressed or not; a directory stands "
                    "for all archives inside it; '-': standard input; any "
                    "other file is a manifest: one archive path per line, and "
                    "optionally its collection in a second column");
  cli::declare_files_from(table, options.files_from);
  table.option("output,o", options.output, "SEGMENT",
               "the directory to make; it appears when it is complete");
  table.flag("force,f", options.force, "replace a segment that exists");
  table.option("collection", options.collection, "NAME",
               "collection of archives that have none in a manifest");

  table.group("What becomes a document");
  table.option("exclude,e", options.exclude, "LIST",
               "leave out the captures in LIST, which wax-dedup-cdx writes: "
               "one \"urlkey digest date\" per line");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  cli::declare_tika(table, options.tika);
  cli::declare_max_body(table, options.max_body);
  cli::declare_ignore_robots(table, options.ignore_robots);
  cli::declare_identity(table, options.identity);

  table.group("Resources");
  cli::declare_jobs(table, options.jobs);
  cli::declare_memory(table, options.memory, "the lists of --exclude");
  cli::declare_tmpdir(table, options.tmpdir);
  cli::declare_write_sums(table, options.sums);
}

void summarize(const collection::ImportStats& stats, cli::Console& console) {
  std::vector<cli::Count> counts = {
      {"archives", stats.archives + stats.failed_archives},
      {"read", stats.read},
      {"imported", stats.imported},
      {"excluded", stats.excluded},
      {"revisit dates", stats.dates},
      cli::sum_of("skipped", stats.skipped),
      {"failed", stats.failed}};
  if (!stats.without_text.empty()) {
    counts.insert(counts.begin() + 3,
                  cli::sum_of("without text", stats.without_text));
  }
  console.summary(counts);
}

collection::ImportOptions import_options(const Options& options) {
  collection::ImportOptions import;
  import.identity = cdx::identity_of(options.identity);
  import.ignore_robots = options.ignore_robots;
  import.rules = cdx::import_rules(options.rules);
  import.keep_of_bodies(options.max_body);
  import.tmpdir = options.tmpdir;
  import.tika = options.tika;
  import.jobs = io::thread_count(options.jobs);
  return import;
}

// What a segment depends on beside the archives.
std::string rules_of(const Options& options) {
  std::string rules(cli::version());
  cdx::ImportRules import = cdx::import_rules(options.rules);
  rules += ' ' + import.spelling() + ' ' +
           std::to_string(import_options(options).max_body);
  rules += (options.ignore_robots ? " ignore-robots " : " ") + options.tika;
  for (const std::string& list : options.exclude) {
    std::error_code none;
    auto time = std::filesystem::last_write_time(list, none);
    rules += '\n' + list + ' ' +
             std::to_string(std::filesystem::file_size(list, none)) + ' ' +
             std::to_string(time.time_since_epoch().count());
  }
  return rules;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.output.empty()) {
    throw UsageError("give -o SEGMENT");
  }
  collection_cli::refuse_folder_of_build(options.output, "--output");
  if (options.inputs.empty() && options.files_from.empty()) {
    throw UsageError(
        "give an archive, a manifest, or a list with --files-from");
  }
  collection::ImportOptions import = import_options(options);
  collection::ExclusionList exclusions(options.memory, options.tmpdir);
  cdx::OneIdentity identity;
  identity.check(import.identity.spelling(), "this import");
  for (const std::string& list : options.exclude) {
    exclusions.load(list, import.rules.spelling(), identity, console);
  }
  exclusions.seal();
  import.exclusions = &exclusions;

  cli::InputSums sums(options.sums);
  auto archives = collection::list_archives(options.inputs, options.files_from,
                                            options.collection, console);
  const bool is_empty_list = options.inputs.empty() &&
                             options.files_from != "-" &&
                             io::read_path_list(options.files_from).empty();
  if (archives.empty() && console.lost() == 0 && !is_empty_list) {
    io::throw_no_archive(options.inputs.empty()
                             ? std::vector<std::string>{options.files_from}
                             : options.inputs);
  }
  if (archives.empty()) console.note_no_input();
  console.start_progress(
      cli::size_of_all(archives, &collection::ListedArchive::path));
  std::error_code none;
  collection::SegmentImport segment;
  segment.output = options.output;
  segment.kind = import.identity.key_kind();
  segment.identity = identity.text();
  segment.force = options.force;
  segment.lists = options.exclude;
  if (!options.files_from.empty()) {
    segment.lists.push_back(options.files_from);
  }
  for (const std::string& input : options.inputs) {
    if (std::filesystem::is_directory(input, none)) continue;
    segment.lists.push_back(input);
  }
  segment.rules = rules_of(options);
  if (std::filesystem::exists(options.output, none)) {
    segment.before_it_appears = [&] {
      console.check_replacing(options.output);
    };
  }
  collection::ImportStats stats = collection::import_segment(
      archives, segment, import, console,
      [&](uint64_t done) { console.progress(done); });
  std::vector<std::string> paths;
  for (const auto& archive : archives) paths.push_back(archive.path);
  sums.write(paths);

  if (exclusions.size() > 0 && stats.excluded == 0 && stats.imported > 0) {
    console.message(
        "no capture is in the lists of --exclude; the lists may belong to "
        "other archives, or be made with other options for keys and digests");
  }
  summarize(stats, console);
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::import_archives

int main(int argc, char** argv) {
  using namespace wax::tools::import_archives;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
