#include "collection/publish/build.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "collection/archives/archive_moves.h"
#include "collection/archives/cdx_use.h"
#include "collection/archives/missing_files.h"
#include "collection/layout.h"
#include "collection/lists/duplicate_lists.h"
#include "collection/lists/unmatched_revisits.h"
#include "collection/publish/generation.h"
#include "collection/record/build_folder.h"
#include "collection/record/step.h"
#include "collection/steps/column_steps.h"
#include "collection/steps/left_out.h"
#include "collection/steps/link_steps.h"
#include "collection/steps/rank_steps.h"
#include "collection/steps/stage.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "text/number.h"

namespace wax::collection {
namespace {

std::string main_of(const std::string& out, const std::string& shard) {
  return Layout{out}.shard(shard) + '/' + index::kMainIndex;
}

uint64_t documents_of(const std::string& out, const BuiltShard& shard) {
  std::map<std::string, std::string> about =
      index::read_manifest(main_of(out, shard.name)).about;
  return text::whole_number(about["documents"]).value_or(0);
}

// Runs what `plan` gives for each batch: steps of these kinds. Those of
// unchanged batches are not looked at; only their problems are told again.
template <typename Plan>
void run_for_batches(const BuildRecord& record,
                     const UnchangedBatches& unchanged, StepRunner& runner,
                     std::initializer_list<const char*> kinds, Plan plan) {
  for (size_t i = 0; i < record.batches.size(); ++i) {
    if (unchanged.contains(i) && !unchanged.has_problems(i)) {
      for (const char* kind : kinds) {
        runner.skip(record.batches[i].name + '/' + kind);
      }
      continue;
    }
    std::vector<Step> steps = plan(i);
    for (Step& step : steps) step.unchanged = unchanged.contains(i);
    runner.run(std::move(steps));
  }
}

// A merged shard that is gone, or of which a batch changed, is made again of
// its batches.
std::vector<Step> indexes_to_make(const std::string& out, BuildRecord& record,
                                  const Resources& resources,
                                  const UnchangedBatches& unchanged,
                                  const RevisitOriginals& originals,
                                  const StepRunner& runner) {
  auto index_of = [&](size_t batch) {
    return plan_index(out, record, resources, batch, originals.state(batch));
  };
  std::erase_if(record.merged, [&](const MergedShard& shard) {
    std::string name = shard_of(record, shard.first, shard.count).name;
    if (!index::has_manifest(main_of(out, name))) return true;
    for (size_t i = shard.first; i < shard.first + shard.count; ++i) {
      bool is_unchanged = unchanged.contains(i) && !originals.anew();
      if (!is_unchanged && runner.has_other_inputs(index_of(i))) return true;
    }
    return false;
  });
  std::vector<Step> steps;
  for (const BuiltShard& shard : shards_of(record)) {
    if (shard.count == 1) steps.push_back(index_of(shard.first));
  }
  return steps;
}

void merge_shards(const std::string& out, BuildRecord& record,
                  const Resources& resources, StepRunner& runner) {
  while (!runner.stopped()) {
    std::vector<BuiltShard> group = next_merge(
        record, [&](const auto& shard) { return documents_of(out, shard); });
    if (group.empty()) return;
    size_t first = group.front().first;
    size_t end = group.back().first + group.back().count;
    io::make_folders(
        Layout{out}.batch(shard_of(record, first, end - first).name));
    runner.run({plan_merge(out, record, resources, group)});
    if (runner.stopped()) return;
    // The dates of the shards are merged with them.
    runner.remember(
        plan_dates(out, record, shard_of(record, first, end - first)));
    std::erase_if(record.merged, [&](const MergedShard& shard) {
      return shard.first >= first && shard.first < end;
    });
    auto after =
        std::find_if(record.merged.begin(), record.merged.end(),
                     [&](const auto& shard) { return shard.first >= end; });
    record.merged.insert(after, {first, end - first});
    save_build_record(record, out);
  }
}

// Forgets the steps of shards that are merged.
void forget_steps(BuildRecord& record) {
  std::set<std::string> names;
  for (const auto& shard : shards_of(record)) {
    names.insert(shard.name);
  }
  record.steps.erase_if([&](const std::string& name) {
    size_t slash = name.find('/');
    std::string_view kind = std::string_view(name).substr(
        slash == std::string::npos ? 0 : slash + 1);
    return (kind == "dates" || kind == "merge" || kind == kPageRank ||
            kind == kViews || kind == kPopularity) &&
           !names.contains(name.substr(0, slash));
  });
}

// The names of the steps that belong to one batch, whether its shard has been
// merged or not.
constexpr const char* kStepsOfABatch[] = {"captures", "versions", "import",
                                          "index"};

// A fingerprint of the commands of all steps.
std::string rules_of_steps(const std::string& out, const BuildRecord& record) {
  BuildRecord one = record;
  one.batches = {{"000", {}}};
  one.merged.clear();
  std::string text;
  for (const Step& step : plan(out, one, {})) text += begin(step).command;
  return "rules " + digest_of(text);
}

// Each archive, or of a batch with many of them (a disk that is away) how many.
void tell_missing_archives(const std::string& out, const BuildRecord& record,
                           const UnchangedBatches& unchanged,
                           StepRunner& runner) {
  constexpr size_t kMostNamed = 10;
  auto tell = [&](std::string file, const std::string& what) {
    runner.report(
        {Severity::kLost,
         "build-missing",
         std::move(file),
         {},
         what + " missing; what was made of it stays; put it back, or see "
                "--moved and --forget"});
  };
  for (size_t i = 0; i < record.batches.size(); ++i) {
    if (unchanged.contains(i)) continue;
    const Batch& batch = record.batches[i];
    for (Problem& problem : problems_of_left_out(out, batch)) {
      runner.report(std::move(problem));
    }
    std::vector<std::string> missing = missing_archives(batch);
    std::erase_if(missing, [&](const std::string& archive) {
      return std::find(batch.left_out.begin(), batch.left_out.end(), archive) !=
             batch.left_out.end();
    });
    if (missing.size() > kMostNamed) {
      tell(BatchLayout{Layout{out}.batch(batch.name)}.archives(),
           missing.front() + " and " + std::to_string(missing.size() - 1) +
               " more archives are");
      continue;
    }
    for (const std::string& archive : missing) tell(archive, "the archive is");
  }
}

// The columns of the last rank, as far as there is one.
void make_ranks(const std::string& out, const BuildRecord& record,
                const Resources& resources, const RankState& rank_state,
                StepRunner& runner, BuildMessages& messages) {
  Stage ranks("6/6 ranks", runner, messages);
  io::make_folders(Layout{out}.ranks());
  const std::string state = rank_state ? rank_state(record.ranks) : "";
  const bool has_rank = !state.empty();
  const Step lists = plan_rank_lists(out, record, resources, state);
  if (has_rank) {
    runner.run({lists});
  } else {
    runner.report(
        {Severity::kLost,
         "build-missing",
         record.ranks,
         {},
         "has no rank that can be read; what was made of it stays; put "
         "it back, or give another folder to --ranks"});
  }
  if (!has_rank && !is_there(lists.output)) return;
  runner.run(plan_rank_columns(out, record));
  if (runner.stopped() || ranks.take_steps().empty()) return;
  std::vector<std::string> names;
  for (const BuiltShard& shard : shards_of(record)) names.push_back(shard.name);
  const ColumnCover cover = covers_of(Layout{out}.shards(), names)[kViews];
  ranks.tell("documents with views " + std::to_string(cover.with) +
             ", without " + std::to_string(cover.without));
}

// Columns that no build makes: documents that came later have no values there.
void tell_columns(const std::string& out, BuildMessages& messages) {
  const std::string pindexes = index::shards_folder(out);
  std::set<std::string> made;
  for (const std::string& path : index::read_published(pindexes)) {
    made.insert(path.substr(path.rfind('/') + 1));
  }
  std::vector<std::string> names;
  for (const auto& [name, path] : folders_of(pindexes)) names.push_back(name);
  for (const auto& [column, cover] : covers_of(pindexes, names)) {
    if (made.contains(column) || cover.without == 0) continue;
    messages.message("column " + column + ": documents with a value " +
                     std::to_string(cover.with) + ", without " +
                     std::to_string(cover.without));
  }
}

}  // namespace

namespace {

// The first three stages: until each batch has its segment.
void import_batches(const std::string& out, const BuildRecord& record,
                    const Resources& resources, UnchangedBatches& unchanged,
                    DuplicateLists& lists, StepRunner& runner,
                    BuildMessages& messages) {
  Stage captures("1/6 captures", runner, messages);
  run_for_batches(record, unchanged, runner, {"captures", "versions"},
                  [&](size_t batch) {
                    return plan_captures(out, record, resources, batch);
                  });
  if (runner.stopped()) return;
  captures.tell(counts_of_captures(captures.take_steps()));
  Stage duplicates("2/6 duplicates", runner, messages);
  duplicates.show_time();
  duplicates.tell(counts_of_duplicates(lists.update()));
  unchanged.look();
  Stage import("3/6 import", runner, messages);
  run_for_batches(record, unchanged, runner, {"import"}, [&](size_t batch) {
    return std::vector{plan_import(out, record, resources, batch)};
  });
  if (runner.stopped()) return;
  import.tell(counts_of_imports(import.take_steps()));
}

}  // namespace

void build_shards(const std::string& out, BuildRecord& record,
                  const Resources& resources, StepRunner& runner,
                  BuildMessages& messages, const RankState& rank_state) {
  forget_steps(record);
  shorten_steps(record.steps, out);
  UnchangedBatches unchanged(out, record);
  std::vector<size_t> changed;
  for (size_t i = 0; i < record.batches.size(); ++i) {
    if (!unchanged.contains(i)) changed.push_back(i);
  }
  update_left_out(out, changed, {budget_of(resources)}, runner, record);
  if (runner.stopped()) return;
  tell_missing_archives(out, record, unchanged, runner);
  DuplicateLists lists(out, record, resources, messages);
  do {
    import_batches(out, record, resources, unchanged, lists, runner, messages);
    if (runner.stopped()) return;
  } while (find_damage_behind_cdx(out, record));
  Stage index("4/6 index", runner, messages);
  RevisitOriginals originals(out, record, {budget_of(resources)});
  originals.update();
  auto tell = [&](Problem problem) { runner.report(std::move(problem)); };
  auto has = [&](const auto& digest) { return originals.has_capture(digest); };
  if (tell_unmatched(out, has, tell) > 0) tell_missing_files(out, record, tell);
  runner.run(
      indexes_to_make(out, record, resources, unchanged, originals, runner));
  if (runner.stopped()) return;
  index.tell(counts_of_indexes(index.take_steps()));
  Stage dates("5/6 dates", runner, messages);
  dates.show_time();
  const DateCounts dated = lists.run_dates(runner);
  if (dated.shards > 0) {
    dates.tell("shards " + std::to_string(dated.shards) + ", dates added " +
               std::to_string(dated.dates));
  }
  Stage publish("6/6 publish", runner, messages);
  publish.show_time();
  merge_shards(out, record, resources, runner);
  if (runner.stopped()) return;
  const size_t merges = publish.take_steps().size();
  if (record.links) {
    Stage links("6/6 links", runner, messages);
    io::make_folders(Layout{out}.links());
    runner.run(plan_graph(out, record, resources));
    runner.run(plan_scores(out, record));
    if (runner.stopped()) return;
    const size_t made = links.take_steps().size();
    if (made > 0) links.tell("steps " + std::to_string(made));
  }
  if (!record.ranks.empty()) {
    make_ranks(out, record, resources, rank_state, runner, messages);
    if (runner.stopped()) return;
  }
  std::vector<std::string> shards;
  for (const auto& shard : shards_of(record)) {
    shards.push_back(shard.name);
  }
  std::vector<std::string> batches;
  for (const auto& batch : record.batches) batches.push_back(batch.name);
  if (publish_shards(out, shards, batches, resources, messages) &&
      merges + dated.shards > 0) {
    publish.tell("shards " + std::to_string(shards.size()) + ", merged " +
                 std::to_string(merges));
    tell_columns(out, messages);
  }
  remove_other_shards(out, shards);
  unchanged.record();
}

UnchangedBatches::UnchangedBatches(std::string out, BuildRecord& record)
    : out_(std::move(out)),
      record_(record),
      rules_(rules_of_steps(out_, record)) {
  look();
}

std::string UnchangedBatches::name_of(size_t batch) const {
  return record_.batches[batch].name + "/settled";
}

// Empty when something is missing.
std::string UnchangedBatches::state(size_t batch) const {
  if (!record_.batches[batch].left_out.empty()) return {};
  std::string text;
  auto add = [&](const std::string& stamp) {
    if (stamp == kMissing) return false;
    text += stamp + '\n';
    return true;
  };
  for (const std::string& archive : record_.batches[batch].archives) {
    if (has_stamp(archive) && !add(stamp(archive))) return {};
  }
  const BatchLayout files{Layout{out_}.batch(record_.batches[batch].name)};
  if (!add(folder_stamp(files.folder)) || !add(folder_stamp(files.segment()))) {
    return {};
  }
  return digest_of(text);
}

void UnchangedBatches::look() {
  unchanged_.assign(record_.batches.size(), false);
  for (size_t i = 0; i < unchanged_.size(); ++i) {
    const StepRecord* ran = record_.steps.find(name_of(i));
    unchanged_[i] =
        ran != nullptr && ran->command == rules_ && ran->output == state(i);
  }
}

bool UnchangedBatches::has_problems(size_t batch) const {
  return record_.steps.find(name_of(batch))->exit_code != 0;
}

void UnchangedBatches::record() {
  look();  // lists of others were changed in folders of old batches
  for (size_t i = 0; i < unchanged_.size(); ++i) {
    if (unchanged_[i]) continue;
    const std::string& batch = record_.batches[i].name;
    StepRecord unchanged;
    unchanged.command = rules_;
    unchanged.output = state(i);
    bool all_read = !unchanged.output.empty();
    for (const char* kind : kStepsOfABatch) {
      const StepRecord* ran = record_.steps.find(batch + '/' + kind);
      all_read = all_read && ran != nullptr && ran->unread.empty();
      if (std::filesystem::exists(
              BatchLayout{Layout{out_}.batch(batch)}.problems(kind))) {
        unchanged.exit_code = 1;
      }
    }
    if (!all_read) continue;
    record_.steps.set(name_of(i), std::move(unchanged));
    save_step(record_, name_of(i), out_);
  }
}

}  // namespace wax::collection
