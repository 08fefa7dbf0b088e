#include "collection/pipeline/build_check.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/layout.h"
#include "collection/pipeline/build.h"
#include "collection/pipeline/build_folder.h"
#include "collection/pipeline/build_messages.h"
#include "collection/pipeline/build_record.h"
#include "collection/pipeline/duplicate_lists.h"
#include "collection/pipeline/generation.h"
#include "collection/pipeline/step_runner.h"
#include "collection/segment/segment.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/index_check.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/temp_files.h"
#include "lines/line_stream.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

bool is_there(const std::string& path) {
  std::error_code none;
  return fs::exists(path, none);
}

// A folder for the lists that are made again.
class TempFolder {
 public:
  explicit TempFolder(const std::string& tmpdir)
      : path_(io::temp_folder(tmpdir) + "/wax-build-check-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) {
      throw IoError(path_, "create", errno);
    }
    temp_file_.emplace(path_);
  }
  ~TempFolder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::optional<io::TempFile> temp_file_;
};

// Of steps that are run only to be compared.
class NoMessages final : public BuildMessages {
 public:
  void report(Problem) override {}
  void message(std::string_view) override {}
  void error(std::string_view) override {}
  void take_over(std::string_view, const std::string&) override {}
};

void link_to(const std::string& from, const std::string& to) {
  std::error_code none;
  if (is_there(from)) fs::create_symlink(fs::absolute(from), to, none);
}

// As much of a line as a message has room for.
std::string in_quotes(std::string_view line) {
  constexpr size_t kMost = 120;
  std::string text = "\"";
  text.append(line.substr(0, kMost));
  return text + (line.size() > kMost ? "...\"" : "\"");
}

class BuildCheck {
 public:
  BuildCheck(std::string out, const Resources& resources,
             const std::string& tools, ProblemSink& problems)
      : out_(std::move(out)),
        layout_{out_},
        resources_(resources),
        tools_(tools),
        problems_(problems) {}

  BuildCheckCounts run() {
    if (!is_build()) {
      throw UsageError(out_ + ": is no build: there is no build.json");
    }
    BuildReadLock lock(out_);
    if (lock.after_failure()) {
      report("build-unfinished", out_,
             "the last build was killed or failed" + run_again());
    }
    counted_problems_.out = this;
    if (!load()) return counts_;
    for (const Batch& batch : record_.batches) check_archives(batch);
    check_names(layout_.batches());
    RevisitOriginals originals(out_, record_, sort_options(resources_));
    for (size_t i = 0; i < record_.batches.size(); ++i) {
      check_steps(i, originals);
      check_segment(record_.batches[i]);
    }
    make_lists();
    check_state(originals);
    check_shards();
    return counts_;
  }

 private:
  // Counts what other checks report, too.
  struct CountedProblems final : ProblemSink {
    BuildCheck* out = nullptr;
    void report(Problem problem) override {
      ++out->counts_.differences;
      if (problem.id == "index-damaged") {
        problem.text += out->index_again(problem.file);
      }
      out->problems_.report(std::move(problem));
    }
  };

  void report(const char* id, const std::string& file, std::string text,
              std::optional<uint64_t> offset = {}) {
    ++counts_.differences;
    problems_.report({Severity::kLost, id, file, offset, std::move(text)});
  }
  [[nodiscard]] std::string run_again() const {
    return "; run 'wax-build " + out_ + "'";
  }
  [[nodiscard]] std::string make_again(const std::string& what = "it") const {
    return "; remove " + what + ", then run 'wax-build " + out_ + "'";
  }
  // Of the index that has the file.
  [[nodiscard]] std::string index_again(const std::string& file) const {
    for (const BuiltShard& shard : shards_of(record_)) {
      for (const char* name : {index::kMainIndex, index::kDatesIndex}) {
        const std::string end = '/' + shard.name + '/' + name;
        if (file.find(end + '/') == file.npos && !file.ends_with(end)) continue;
        return make_again(layout_.shards() + end + " and " +
                          index::shards_folder(out_) + end);
      }
    }
    return "; make this index again";
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
      record_ = load_build_record(out_, &counted_problems_);
    } catch (const FormatError& error) {
      report("build-damaged", path, error.text() + next, error.offset());
      return false;
    } catch (const IoError& error) {
      report("build-damaged", path, error.what() + std::string(next));
      return false;
    }
    if (!is_there(path)) {
      report("build-missing", path, std::string("is missing") + next);
      return false;
    }
    if (!is_there(layout_.build_steps())) {
      report("build-missing", layout_.build_steps(),
             "is missing" + run_again() + ", which runs all steps again");
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
      report("build-missing", path,
             "is missing; build.json names its archives: write them there, "
             "one path per line");
    } else {
      listed = io::read_path_list(path);
      auto [line, archive] =
          std::mismatch(listed.begin(), listed.end(), batch.archives.begin(),
                        batch.archives.end());
      if (line != listed.end() || archive != batch.archives.end()) {
        report("build-differs", path,
               "line " + std::to_string(line - listed.begin() + 1) + " is " +
                   (line == listed.end() ? "missing" : in_quotes(*line)) +
                   ", but build.json has " +
                   (archive == batch.archives.end() ? "no more archives"
                                                    : in_quotes(*archive)) +
                   "; put back a copy of the one that is wrong");
      }
    }
    for (const std::string& archive : batch.archives) {
      if (io::is_url(archive) || stamp(archive) != kMissing) continue;
      report("build-missing", archive,
             "the archive is missing; put it back: what was made of it stays "
             "as long as it is away");
      changed_.insert(archive);
    }
  }

  // Folders of no batch or shard.
  void check_names(const std::string& folder) {
    std::set<std::string> known;
    for (const Batch& batch : record_.batches) known.insert(batch.name);
    for (const BuiltShard& shard : shards_of(record_)) known.insert(shard.name);
    for (const auto& [name, path] : folders_of(folder)) {
      if (known.contains(name)) continue;
      report("build-differs", path,
             "build.json names no such batch or shard" + make_again());
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
      report("build-damaged", files(batch).originals(),
             error.what() + make_again());
    }
  }

  void check_step(const Step& step, bool has_output) {
    const StepRecord* ran = record_.steps.find(step.name);
    const std::string steps = layout_.build_steps();
    if (ran == nullptr) {
      report("build-missing", steps,
             "has no record of the step " + step.name + run_again());
      return;
    }
    StepRecord now = begin(step);
    if (now.command != ran->command) {
      report("build-differs", steps,
             "the step " + step.name +
                 " was run with other options or rules than build.json and "
                 "this toolkit have" +
                 run_again());
    }
    if (now.state != ran->state) {
      report("build-changed", steps,
             "what the step " + step.name + " depends on has changed" +
                 run_again());
    }
    for (const std::string& archive : ran->unread) {
      if (!changed_.insert(archive).second) continue;
      report("build-unfinished", archive,
             "could not be read in the step " + step.name + run_again() +
                 " when it can");
    }
    for (const std::string& path : step.archives) {
      check_input(step, path, path, "the archive has changed", *ran, now);
    }
    for (const std::string& path : step.inputs) {
      const std::string name = "OUT" + path.substr(out_.size());
      check_input(step, path, name, "has changed", *ran, now);
    }
    if (ran->inputs.size() != now.inputs.size()) {
      report("build-differs", steps,
             "the step " + step.name + " has read other files than it should" +
                 run_again());
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
        !changed_.insert(path).second) {
      return;
    }
    report("build-changed", path,
           std::string(what) + " since the step " + step.name + " read it" +
               run_again() + ", which reads it again");
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
      if (was == is || !changed_.insert(output).second) continue;
      if (is == kMissing) {
        report("build-missing", output, "is missing" + run_again());
      } else {
        report("build-changed", output,
               "is not as the step " + step.name + " left it" + make_again());
      }
    }
  }

  // Reads all of it.
  void check_segment(const Batch& batch) {
    const std::string path = files(batch).segment();
    if (!is_there(path)) return;  // said of the step
    try {
      SegmentReader(path).check_files();
    } catch (const Error& error) {
      report("build-damaged", path, error.what() + make_again("the folder"));
    }
  }

  // Makes all lists again, in another folder, and compares them.
  void make_lists() {
    TempFolder folder(resources_.tmpdir);
    const std::string& other = folder.path();
    BuildRecord again = record_;
    again.steps = {};
    again.lists = {};
    again.originals = {};
    NoMessages messages;
    BuildLock lock(other);
    StepManner manner;
    manner.quiet = true;
    manner.tools = tools_;
    StepRunner runner(other, again, lock, manner, messages);
    for (size_t i = 0; i < again.batches.size(); ++i) {
      const Batch& batch = again.batches[i];
      const BatchLayout made{Layout{other}.batch(batch.name)};
      io::make_folders(made.folder);
      write_archives(batch, made);
      link_to(files(batch).segment(), made.segment());
      if (can_be_read(batch)) {
        try {
          std::vector<Step> steps = plan_captures(other, again, resources_, i);
          steps.front().known_problems = files(batch).problems("captures");
          runner.run(std::move(steps));
          compare_captures(batch, made);
          continue;
        } catch (const Error& error) {
          report(
              "build-damaged", files(batch).captures(),
              std::string("cannot be made again to compare: ") + error.what());
        }
      }
      for (const std::string& path : {made.captures(), made.damaged(),
                                      made.references(), made.versions()}) {
        std::error_code none;
        fs::remove(path, none);
        link_to(files(batch).folder + '/' + fs::path(path).filename().string(),
                path);
      }
    }
    compare_lists(other, again, messages);
  }

  [[nodiscard]] bool can_be_read(const Batch& batch) const {
    return std::none_of(
        batch.archives.begin(), batch.archives.end(),
        [&](const std::string& path) { return changed_.contains(path); });
  }

  void compare_captures(const Batch& batch, const BatchLayout& made) {
    const char* source = "its archives";
    const BatchLayout kept = files(batch);
    compare(kept.captures(), made.captures(), source);
    compare(kept.damaged(), made.damaged(), source);
    compare(kept.references(), made.references(), source);
    compare(kept.versions(), made.versions(), source);
  }

  void compare_lists(const std::string& other, BuildRecord& again,
                     BuildMessages& messages) {
    const Layout made{other};
    const char* source = "the captures of the batches";
    try {
      DuplicateLists(other, again, resources_, messages).update();
      for (const Batch& batch : record_.batches) {
        compare(files(batch).duplicates(),
                BatchLayout{made.batch(batch.name)}.duplicates(), source);
      }
      compare(layout_.captures_list(), made.captures_list(), source);
      compare_folder(layout_.all_merged_versions(), made.all_merged_versions(),
                     source);
      compare_folder(layout_.all_merged_captures(), made.all_merged_captures(),
                     source);
    } catch (const Error& error) {
      report("build-damaged", out_,
             std::string("the lists cannot be made again to compare: ") +
                 error.what());
    }
    source = "the segments";
    try {
      RevisitOriginals(other, again, sort_options(resources_)).update();
      for (const Batch& batch : record_.batches) {
        compare_paths(files(batch).originals(),
                      BatchLayout{made.batch(batch.name)}.originals(), source);
      }
      compare_folder(layout_.all_merged_digests(), made.all_merged_digests(),
                     source);
    } catch (const Error& error) {
      report("build-damaged", layout_.all_merged_digests(),
             std::string("cannot be made again to compare: ") + error.what());
    }
    if (is_there(layout_.waiting_dates())) {
      report("build-unfinished", layout_.waiting_dates(),
             "has dates that no build waits for" +
                 make_again("it and build.steps"));
    }
  }

  // The files that there should be. Those of the lists before stay for servers.
  void compare_folder(const std::string& kept, const std::string& made,
                      const char* source) {
    if (!is_there(made)) return;
    for (const std::string& path : io::entries_of(made)) {
      compare(kept + '/' + fs::path(path).filename().string(), path, source);
    }
  }

  // Names the first line that differs.
  void compare(const std::string& kept, const std::string& made,
               const char* source) {
    if (!is_there(made)) return;
    if (!is_there(kept)) {
      if (changed_.insert(kept).second) {
        report("build-missing", kept, "is missing" + run_again());
      }
      return;
    }
    auto left = io::open_file(kept);
    auto right = io::open_file(made);
    uint64_t line = 1;
    uint64_t offset = 0;
    std::string begin;  // of the line
    for (;;) {
      const std::string_view is = left->peek();
      const std::string_view should = right->peek();
      if (is.empty() && should.empty()) return;
      const size_t most = std::min(is.size(), should.size());
      const size_t same =
          std::mismatch(is.begin(), is.begin() + static_cast<ptrdiff_t>(most),
                        should.begin())
              .first -
          is.begin();
      line += std::count(is.begin(), is.begin() + static_cast<ptrdiff_t>(same),
                         '\n');
      offset += same;
      if (same < most || most == 0) break;
      left->consume(same);
      right->consume(same);
    }
    if (!changed_.insert(kept).second) return;  // named before
    report("build-differs", kept,
           "line " + std::to_string(line) + " is not what " + source + " give" +
               make_again(),
           offset);
  }

  // Segments of OUT, by whatever path it had.
  void compare_paths(const std::string& kept, const std::string& made,
                     const char* source) {
    auto names = [](const std::string& list) {
      std::vector<std::string> found;
      for (const std::string& path : io::read_path_list(list)) {
        found.push_back(fs::path(path).parent_path().filename().string());
      }
      return found;
    };
    if (is_there(kept) && is_there(made) && names(kept) == names(made)) return;
    compare(kept, made, source);
  }

  // What the next build would find changed.
  void check_state(const RevisitOriginals& originals) {
    NoMessages messages;
    const std::string path = layout_.build_record();
    if (counts_.differences > 0) return;
    if (!DuplicateLists(out_, record_, resources_, messages).is_current()) {
      report("build-changed", path,
             "the lists were made of other files than there are" + run_again());
    }
    if (!originals.is_current()) {
      report("build-changed", path,
             "OUT/digests was made of other segments than there are" +
                 run_again());
    }
    UnchangedBatches unchanged(out_, record_);
    for (size_t i = 0; i < record_.batches.size(); ++i) {
      if (unchanged.contains(i)) continue;
      report("build-unfinished", layout_.build_steps(),
             "does not say that all of batch " + record_.batches[i].name +
                 " was done" + run_again());
    }
  }

  void check_shards() {
    const std::string pindexes = index::shards_folder(out_);
    const std::map<std::string, std::string> published = folders_of(pindexes);
    const std::vector<BuiltShard> shards = shards_of(record_);
    counts_.shards = shards.size();
    std::set<std::string> batches;
    for (const Batch& batch : record_.batches) batches.insert(batch.name);
    check_names(layout_.shards());
    for (const BuiltShard& shard : shards) {
      const std::string built = layout_.shard(shard.name);
      for (const char* name : {index::kMainIndex, index::kDatesIndex}) {
        const std::string path = built + '/' + name;
        const std::string shown = pindexes + '/' + shard.name + '/' + name;
        if (!index::has_manifest(path)) {
          report("build-missing", path, "has no index" + run_again());
        } else {
          check_index(path, shown);
        }
        if (!index::has_manifest(shown)) {
          report("build-missing", shown, "has no index" + run_again());
        } else if (!is_same_index(path, shown)) {
          report("build-differs", shown,
                 "is another index than " + path + run_again());
        }
      }
      check_step(plan_dates(out_, record_, shard), true);
    }
    for (const auto& [name, path] : published) {
      const size_t dash = name.find('-');
      const bool is_own =
          batches.contains(name.substr(0, dash)) &&
          (dash == name.npos || batches.contains(name.substr(dash + 1)));
      const bool is_known = std::any_of(
          shards.begin(), shards.end(),
          [&](const BuiltShard& shard) { return shard.name == name; });
      if (is_own && !is_known) {
        report("build-differs", path,
               "build.json names no such shard" + run_again());
      }
    }
    if (!published.empty()) {
      index::check_index(out_, {}, counted_problems_);
    }
  }

  // Those of which the files are not the published ones, which are all read.
  void check_index(const std::string& path, const std::string& shown) {
    for (const std::string& file : io::entries_of(path)) {
      std::error_code none;
      const std::string name = fs::path(file).filename().string();
      if (fs::equivalent(file, shown + '/' + name, none)) continue;
      index::check_index(path, {}, counted_problems_);
      return;
    }
  }

  std::string out_;
  Layout layout_;
  const Resources& resources_;
  const std::string& tools_;
  ProblemSink& problems_;
  CountedProblems counted_problems_;
  BuildRecord record_;
  BuildCheckCounts counts_;
  std::set<std::string> changed_;  // archives and files that have been named
};

}  // namespace

BuildCheckCounts check_build(const std::string& out, const Resources& resources,
                             const std::string& tools, ProblemSink& problems) {
  return BuildCheck(out, resources, tools, problems).run();
}

}  // namespace wax::collection
