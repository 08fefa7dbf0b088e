#include "collection/publish/build_check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/archives/known_files.h"
#include "collection/archives/missing_files.h"
#include "collection/layout.h"
#include "collection/lists/duplicate_lists.h"
#include "collection/lists/remade_lists.h"
#include "collection/lists/unmatched_revisits.h"
#include "collection/publish/build.h"
#include "collection/publish/remaking.h"
#include "collection/publish/shards_check.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_messages.h"
#include "collection/record/build_record.h"
#include "collection/record/check_report.h"
#include "collection/segment/segment.h"
#include "collection/segment/segment_manifest.h"
#include "collection/steps/left_out.h"
#include "collection/steps/link_steps.h"
#include "collection/steps/rank_steps.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// Quotes a line; cuts it when it is too long for a message.
std::string in_quotes(std::string_view line) {
  constexpr size_t kMost = 120;
  std::string text = "\"";
  text.append(line.substr(0, kMost));
  return text + (line.size() > kMost ? "...\"" : "\"");
}

class BuildCheck {
 public:
  BuildCheck(std::string out, const Resources& resources,
             const std::string& tools, ProblemSink& problems,
             const RankState& rank_state)
      : out_(std::move(out)),
        layout_{out_},
        resources_(resources),
        tools_(tools),
        rank_state_(rank_state),
        problems_(problems),
        report_(out_, problems),
        known_files_(out_) {
    report_.ask(
        [this](const auto& path) { return remaking_.removable_unit(path); });
  }

  BuildCheckCounts run() {
    if (!is_build()) {
      throw UsageError(out_ + ": is no build: there is no build.json");
    }
    BuildReadLock lock(out_);
    if (lock.after_failure()) {
      report(Severity::kLost, "build-unfinished", out_,
             "the last build was killed or failed" + report_.run_again());
    }
    if (known_files_.is_damaged()) {
      const std::string text = "is damaged" + report_.run_again();
      report(Severity::kLost, "build-damaged", layout_.known_files(), text);
    }
    // A copied build is compared by its bytes.
    known_files_.give_times_back();
    if (!load()) return counts();
    remaking_.know(record_);
    for (ArchiveMove& move : known_files_.moves_with_out(record_)) {
      moved_.emplace(std::move(move.from), std::move(move.to));
    }
    for (const Batch& batch : record_.batches) check_archives(batch);
    RevisitOriginals originals(out_, record_, {budget_of(resources_)});
    for (size_t i = 0; i < record_.batches.size(); ++i) {
      check_steps(i, originals);
      check_segment(record_.batches[i]);
    }
    compare_remade_lists(out_, record_, resources_, tools_, report_);
    check_state(originals);
    auto tell = [&](Problem problem) { problems_.report(std::move(problem)); };
    auto has = [&](const auto& one) { return originals.has_capture(one); };
    if (tell_unmatched(out_, has, tell) > 0)
      tell_missing_files(out_, record_, tell);
    for (const BuiltShard& shard : shards_of(record_)) {
      ++counts_.shards;
      check_step(plan_dates(out_, record_, shard), true);
    }
    check_shards(out_, record_, report_);
    if (record_.links) check_links();
    if (!record_.ranks.empty()) check_ranks();
    if (!is_there(layout_.known_files())) {
      report(Severity::kLost, "build-missing", layout_.known_files(),
             "is missing; put back a copy of it, or, when nothing else "
             "differs, take the files as they are" +
                 report_.run_again());
    }
    return counts();
  }

  [[nodiscard]] std::string graph_advice() const {
    return report_.make_again(layout_.graph(), layout_.graph());
  }

 private:
  void report(Severity severity, const char* id, const std::string& file,
              std::string text) {
    report_.report({severity, id, file, {}, std::move(text)});
  }
  [[nodiscard]] BuildCheckCounts counts() {
    counts_.differences = report_.differences();
    return counts_;
  }
  [[nodiscard]] BatchLayout files(const Batch& batch) const {
    return {layout_.batch(batch.name)};
  }

  [[nodiscard]] bool is_build() const {
    return is_there(layout_.build_record()) ||
           is_there(layout_.build_steps()) || is_there(layout_.batches()) ||
           is_there(layout_.shards());
  }

  bool load() {
    const std::string path = layout_.build_record();
    const char* next = "; put back a copy of it, or build a new folder";
    try {
      record_ = load_build_record(out_, &report_);
    } catch (const FormatError& error) {
      report_.report({Severity::kLost, "build-damaged", path, error.offset(),
                      error.text() + next});
      return false;
    } catch (const IoError& error) {
      report(Severity::kLost, "build-damaged", path,
             error.what() + std::string(next));
      return false;
    }
    if (!is_there(path)) {
      report(Severity::kLost, "build-missing", path,
             std::string("is missing") + next);
      return false;
    }
    if (!is_there(layout_.build_steps())) {
      report(Severity::kLost, "build-missing", layout_.build_steps(),
             "is missing" + report_.run_all_steps());
    }
    counts_.batches = record_.batches.size();
    return true;
  }

  // The list of archives, and the archives.
  void check_archives(const Batch& batch) {
    counts_.archives += batch.archives.size();
    const std::string path = files(batch).archives();
    std::vector<std::string> listed;
    if (!is_there(path)) {
      report(Severity::kLost, "build-missing", path,
             "is missing" + report_.run_again());
    } else {
      listed = io::read_path_list(path);
      const std::string bytes = io::read_all(*io::open_file(path), UINT64_MAX);
      if (!bytes.empty() && bytes.back() != '\n' && bytes.back() != '\0') {
        listed.pop_back();  // was cut off
      }
      auto [line, archive] =
          std::mismatch(listed.begin(), listed.end(), batch.archives.begin(),
                        batch.archives.end());
      if (line != listed.end() || archive != batch.archives.end()) {
        report(Severity::kLost, "build-differs", path,
               "line " + std::to_string(line - listed.begin() + 1) + " is " +
                   (line == listed.end() ? "missing" : in_quotes(*line)) +
                   ", but build.json has " +
                   (archive == batch.archives.end() ? "no more archives"
                                                    : in_quotes(*archive)) +
                   "; put back a copy of the one that is wrong");
      }
    }
    for (Problem& problem : problems_of_left_out(out_, batch)) {
      report_.report(std::move(problem));
    }
    for (const std::string& archive : present_archives(batch)) {
      if (!has_stamp(archive) || stamp(archive) != kMissing) continue;
      const auto moved = moved_.find(archive);
      report(Severity::kLost, "build-missing", archive,
             moved != moved_.end()
                 ? "the archive is at " + moved->second + " now" +
                       report_.run_again()
                 : "the archive is missing; put it back: what was made of it "
                   "stays as long as it is away");
    }
  }

  // Whether the step was run on what there is now, and made what there is.
  void check_steps(size_t number, const RevisitOriginals& originals) {
    const Batch& batch = record_.batches[number];
    for (const Step& step : plan_captures(out_, record_, {}, number)) {
      check_step(step, true);
    }
    check_step(plan_import(out_, record_, {}, number), true);
    const std::vector<BuiltShard> shards = shards_of(record_);
    const bool is_merged = std::none_of(
        shards.begin(), shards.end(),
        [&](const BuiltShard& shard) { return shard.name == batch.name; });
    try {
      check_step(
          plan_index(out_, record_, {}, number, originals.read_state(number)),
          !is_merged);
    } catch (const Error& error) {
      report(Severity::kLost, "build-damaged", files(batch).originals(),
             error.what() + report_.make_again(files(batch).originals()));
    }
  }

  void check_step(const Step& step, bool has_output) {
    const StepRecord* ran = record_.steps.find(step.name);
    const std::string steps = layout_.build_steps();
    if (ran == nullptr) {
      report(Severity::kLost, "build-missing", steps,
             "has no record of the step " + step.name + report_.run_again());
      return;
    }
    StepRecord now = begin(step);
    if (now.command != ran->command) {
      report(Severity::kLost, "build-differs", steps,
             "the step " + step.name +
                 " was run with other options or rules than build.json and "
                 "this toolkit have" +
                 report_.run_again());
    }
    if (now.state != ran->state) {
      report(Severity::kLost, "build-changed", steps,
             "what the step " + step.name + " depends on has changed" +
                 report_.run_again());
    }
    for (const std::string& archive : ran->unread) {
      if (report_.has(archive)) continue;
      report(Severity::kLost, "build-unfinished", archive,
             "could not be read in the step " + step.name +
                 report_.run_again() + " when it can");
    }
    for (const std::string& path : step.archives) {
      check_input(step, path, path, "the archive has changed", *ran, now);
    }
    for (const std::string& path : step.inputs) {
      const std::string name = "OUT" + path.substr(out_.size());
      check_input(step, path, name, "has changed", *ran, now);
    }
    if (ran->inputs.size() != now.inputs.size()) {
      report(Severity::kLost, "build-differs", steps,
             "the step " + step.name + " has read other files than it should" +
                 report_.run_again());
    }
    complete(now, step, 0, {});
    if (has_output && now.output != ran->output) check_outputs(step, *ran);
  }

  void check_input(const Step& step, const std::string& path,
                   const std::string& name, const char* what,
                   const StepRecord& ran, const StepRecord& now) {
    auto known = ran.inputs.find(name);
    auto is = now.inputs.find(name);
    if (known == ran.inputs.end() || is == now.inputs.end() ||
        known->second == is->second || is->second == kMissing ||
        report_.has(path) ||
        known_files_.has_same_bytes(path, known->second, path)) {
      return;
    }
    report(Severity::kLost, "build-changed", path,
           std::string(what) + " since the step " + step.name + " read it" +
               report_.run_again() + ", which reads it again");
  }

  // Names those of the step that are others.
  void check_outputs(const Step& step, const StepRecord& ran) {
    std::string_view known = ran.output;
    for (const std::string& output : step.outputs()) {
      const std::string is = stamp(output);
      const size_t end = step.further_outputs.empty()
                             ? known.size()
                             : std::min(known.find(", "), known.size());
      const std::string_view was = known.substr(0, end);
      known.remove_prefix(std::min(known.size(), end + 2));
      if (was == is || report_.has(output)) continue;
      if (is == kMissing) {
        report(Severity::kLost, "build-missing", output,
               "is missing" + report_.run_again());
      } else {
        report(Severity::kLost, "build-changed", output,
               "is not as the step " + step.name + " left it" + advice(output));
      }
    }
  }

  // check_ranks() has seen what lists of ranks are made of.
  [[nodiscard]] std::string advice(const std::string& output) const {
    return output.starts_with(layout_.ranks() + '/')
               ? report_.remove_first("it")
               : report_.make_again(output);
  }

  // The files of a graph have checksums of their own (graph/).
  void check_links() {
    for (const Step& step : plan_graph(out_, record_, resources_)) {
      check_step(step, true);
    }
    for (const Step& step : plan_scores(out_, record_)) check_step(step, true);
  }

  // A rank that is away now is none that has changed.
  void check_ranks() {
    std::string state = rank_state_ ? rank_state_(record_.ranks) : "";
    if (state.empty()) {
      report(Severity::kLost, "build-missing", record_.ranks,
             "has no rank that can be read; put it back, or give "
             "another folder to --ranks");
    } else {
      check_step(plan_rank_lists(out_, record_, resources_, std::move(state)),
                 true);
    }
    for (const Step& step : plan_rank_columns(out_, record_)) {
      check_step(step, true);
    }
  }

  // Reads all of it.
  void check_segment(const Batch& batch) {
    const std::string path = files(batch).segment();
    // Said of the step.
    if (!is_there(path) || has_other_format(path)) return;
    try {
      SegmentReader(path).check_files();
      // Segments of older versions have none.
      const std::string meta = path + "/meta.json";
      if (is_there(meta) &&
          read_segment_meta(path) != scan_segment_meta(path)) {
        throw FormatError(meta, 0, "it says something else than a scan");
      }
    } catch (const Error& error) {
      report(Severity::kLost, "build-damaged", path,
             error.what() + report_.make_again(path));
    }
  }

  // What the next build would find changed.
  void check_state(const RevisitOriginals& originals) {
    NoMessages messages;
    const std::string path = layout_.build_record();
    if (report_.differences() > 0) return;
    if (!DuplicateLists(out_, record_, resources_, messages).is_current()) {
      report(Severity::kLost, "build-changed", path,
             "the lists were made of other files than there are" +
                 report_.run_again());
    }
    if (!originals.is_current()) {
      report(Severity::kLost, "build-changed", path,
             "OUT/digests was made of other segments than there are" +
                 report_.run_again());
    }
    UnchangedBatches unchanged(out_, record_);
    for (size_t i = 0; i < record_.batches.size(); ++i) {
      if (unchanged.contains(i)) continue;
      report(Severity::kLost, "build-unfinished", layout_.build_steps(),
             "does not say that all of batch " + record_.batches[i].name +
                 " was done" + report_.run_again());
    }
  }

  std::string out_;
  Layout layout_;
  const Resources& resources_;
  const std::string& tools_;
  const RankState& rank_state_;
  ProblemSink& problems_;
  CheckReport report_;
  KnownFiles known_files_;
  Remaking remaking_{out_, known_files_};
  BuildRecord record_;
  // Archives that were moved with OUT, and where they are now.
  std::map<std::string, std::string> moved_;
  BuildCheckCounts counts_;
};

}  // namespace

BuildCheckCounts check_build(const std::string& out, const Resources& resources,
                             const std::string& tools, ProblemSink& problems,
                             const RankState& rank_state) {
  const auto check =
      std::make_shared<BuildCheck>(out, resources, tools, problems, rank_state);
  BuildCheckCounts counts = check->run();
  counts.graph_advice = [check] { return check->graph_advice(); };
  return counts;
}

}  // namespace wax::collection
