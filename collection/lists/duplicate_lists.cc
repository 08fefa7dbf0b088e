#include "collection/lists/duplicate_lists.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "cdx/dedup/batch_lists.h"
#include "cdx/files/merge_files.h"
#include "cdx/files/open_cdx.h"
#include "collection/lists/unmatched_revisits.h"
#include "index/upkeep/date_index.h"
#include "io/folder.h"
#include "io/output.h"
#include "lines/sort.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

bool is_missing(const std::string& path) {
  return ::access(path.c_str(), F_OK) != 0;
}

// A list of dates by batches (add_to_lists()), from which the lines of some are
// taken.
class DatesOfBatches {
 public:
  explicit DatesOfBatches(const std::string& path) {
    if (is_missing(path)) return;
    lines_ = cdx::open_lines(path);
    has_line_ = lines_->next(line_);
  }

  // The next line of the batches before place `end`, without its batch, which
  // batch() gives. Calls must be for rising places.
  bool next(size_t end, std::string_view& line) {
    if (taken_) has_line_ = lines_->next(line_);
    taken_ = false;
    if (!has_line_) return false;
    std::from_chars(line_.data(), line_.data() + cdx::kBatchSize, batch_);
    if (batch_ > end) return false;
    taken_ = true;
    line = line_.substr(std::min(line_.size(), cdx::kBatchSize + 1));
    return true;
  }
  // The batch of the last line, by its place.
  [[nodiscard]] size_t batch() const { return batch_ - 1; }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  std::string_view line_;
  size_t batch_ = 0;
  bool has_line_ = false;
  bool taken_ = false;
};

// The lines of the batches before place `end`: those of a shard, when the
// shards before took theirs. All lines of the batches `whole` are old ones.
class DatesOfShard final : public lines::LineStream {
 public:
  DatesOfShard(DatesOfBatches& old_dates, DatesOfBatches& new_dates, size_t end,
               const std::set<size_t>& whole)
      : old_(&old_dates), new_(&new_dates), end_(end), whole_(&whole) {
    has_line_ = read();
  }
  [[nodiscard]] bool has_line() const { return has_line_; }
  bool next(std::string_view& line) override {
    if (!is_read_) has_line_ = read();
    is_read_ = false;
    line = line_;
    return has_line_;
  }

 private:
  bool read() {
    is_read_ = true;
    if (old_->next(end_, line_)) return true;
    while (new_->next(end_, line_)) {
      if (!whole_->contains(new_->batch())) return true;
    }
    return false;
  }

  DatesOfBatches* old_;
  DatesOfBatches* new_;
  size_t end_;
  const std::set<size_t>* whole_;
  std::string_view line_;
  bool has_line_ = false;
  bool is_read_ = false;
};

// Writes lines in byte order, each once, with those of another such file.
class MergedOutput {
 public:
  MergedOutput(const std::string& before, const std::string& path)
      : output_(io::open_output(path, /*force=*/true)) {
    if (is_missing(before)) return;
    lines_ = cdx::open_lines(before);
    has_line_ = lines_->next(line_);
  }
  void write(std::string_view line) {
    copy_until(line);
    put(line);
  }
  void finish() {
    copy_until({});
    output_->finish();
  }

 private:
  // Copies the lines before `line`, or all if it is empty; drops an equal one.
  void copy_until(std::string_view line) {
    for (; has_line_ && (line.empty() || line_ < line);
         has_line_ = lines_->next(line_)) {
      put(line_);
    }
    if (has_line_ && line_ == line) has_line_ = lines_->next(line_);
  }
  void put(std::string_view line) {
    output_->write(line);
    output_->write("\n");
  }

  std::unique_ptr<io::Output> output_;
  std::unique_ptr<lines::LineStream> lines_;
  std::string_view line_;
  bool has_line_ = false;
};

}  // namespace

BatchLayout DuplicateLists::files(size_t batch) const {
  return {layout_.batch(record_.batches[batch].name)};
}

std::string DuplicateLists::versions_of(const MergedShard& group) const {
  const std::string name = shard_of(record_, group.first, group.count).name;
  return group.count == 1 ? files(group.first).versions()
                          : layout_.merged_versions(name);
}

std::string DuplicateLists::captures_of(const MergedShard& group) const {
  const std::string name = shard_of(record_, group.first, group.count).name;
  return group.count == 1 ? files(group.first).captures()
                          : layout_.merged_captures(name);
}

std::string DuplicateLists::state(size_t batches) const {
  std::string all = std::to_string(cdx::kListRules);
  for (size_t i = 0; i < batches; ++i) {
    all = digest_of(all + stamp(files(i).versions()) + ' ' +
                    stamp(files(i).duplicates()));
  }
  for (const MergedShard& group : record_.lists.files) {
    for (const std::string& path : {versions_of(group), captures_of(group)}) {
      all = digest_of(all + stamp(path));
    }
  }
  return all;
}

bool DuplicateLists::is_current() const {
  return record_.lists.batches == record_.batches.size() &&
         record_.lists.state == state(record_.lists.batches);
}

std::vector<std::string> DuplicateLists::update() {
  const size_t batches = record_.batches.size();
  for (size_t i = 0; i < batches; ++i) {
    if (!is_missing(files(i).versions())) continue;
    messages_.error("lists: stay as an earlier run made them, because " +
                    files(i).versions() + " is missing");
    return {};
  }
  TierRecord& lists = record_.lists;
  if (lists.batches == 0 || lists.state != state(lists.batches)) {
    uint64_t anew = lists.anew + 1;
    lists = {};
    lists.anew = anew;
    // Dates that wait are among the new ones.
    ::unlink((layout_.waiting_dates()).c_str());
  }
  if (lists.batches == batches) {
    // A build may have been killed before it did.
    write_captures_list();
    return {};
  }
  const size_t first = lists.batches;
  const std::vector<MergedShard> before = lists.files;
  add(first);
  merge_files();
  lists.batches = batches;
  lists.state = state(batches);
  save_build_record(record_, out_);
  write_captures_list();
  remove_files_except(before);
  std::vector<std::string> made;
  for (size_t i = first; i < batches; ++i) {
    made.push_back(files(i).duplicates());
  }
  return made;
}

void DuplicateLists::add(size_t first) {
  cdx::BatchLists lists;
  for (const MergedShard& group : record_.lists.files) {
    lists.known.push_back(versions_of(group));
  }
  for (size_t i = first; i < record_.batches.size(); ++i) {
    lists.added.push_back({static_cast<uint32_t>(i + 1), files(i).versions()});
    record_.lists.files.push_back({i, 1});
    whole_.insert(i);
  }
  lists.duplicates = [&](uint32_t batch) {
    return files(batch - 1).duplicates();
  };
  lists.sort = {budget_of(resources_)};
  const std::string path = layout_.waiting_dates();
  MergedOutput output(path, path);
  UnmatchedRevisits unmatched(out_, first == 0);
  lists.unmatched = [&](std::string_view urlkey, const auto& revisits) {
    unmatched.take(urlkey, revisits);
  };
  cdx::add_to_lists(lists, [&](std::string_view line) { output.write(line); });
  output.finish();
  unmatched.finish();
}

void DuplicateLists::merge_files() {
  merge_tiers(record_.lists.files, [&](const auto& ten, const auto& one) {
    std::vector<std::string> versions;
    std::vector<std::string> captures;
    for (const MergedShard& group : ten) {
      versions.push_back(versions_of(group));
      captures.push_back(captures_of(group));
    }
    io::make_folders(layout_.all_merged_versions());
    io::make_folders(layout_.all_merged_captures());
    auto output = io::open_output(versions_of(one), /*force=*/true);
    cdx::merge_versions(versions, *output);
    output->finish();
    output = io::open_output(captures_of(one), /*force=*/true);
    lines::MergeOptions merge;
    merge.jobs = resources_.jobs;
    cdx::MergedFiles lines =
        cdx::merge_files(captures, merge, resources_.tmpdir);
    output->write(lines.top);
    lines.lines->copy_to(*output);
    output->finish();
  });
}

void DuplicateLists::write_captures_list() const {
  auto list = io::open_changing_output(layout_.captures_list());
  for (const MergedShard& group : record_.lists.files) {
    list->write(captures_of(group).substr(out_.size() + 1) + '\n');
  }
  list->finish();
}

// Keeps the files of the previous list: servers may be about to open them.
void DuplicateLists::remove_files_except(
    const std::vector<MergedShard>& before) const {
  std::set<std::string> kept;
  std::vector<MergedShard> groups = before;
  groups.insert(groups.end(), record_.lists.files.begin(),
                record_.lists.files.end());
  for (const MergedShard& group : groups) {
    kept.insert(versions_of(group));
    kept.insert(captures_of(group));
  }
  for (const std::string& folder :
       {layout_.all_merged_versions(), layout_.all_merged_captures()}) {
    std::error_code none;
    if (!fs::exists(folder, none)) continue;
    for (const std::string& path : io::entries_of(folder)) {
      if (!kept.contains(path)) ::unlink(path.c_str());
    }
  }
}

DateCounts DuplicateLists::run_dates(StepRunner& runner) {
  const std::vector<BuiltShard> shards = shards_of(record_);
  const std::string waiting = layout_.waiting_dates();
  const std::string of_old_batches = waiting + ".part-old";
  // Shards that need all their dates, but of which only the new ones are known.
  cdx::BatchLists lists;
  std::set<std::string> anew;
  std::set<size_t> of_old;
  for (const BuiltShard& shard : shards) {
    if (!runner.must_run(plan_dates(out_, record_, shard))) continue;
    anew.insert(shard.name);
    for (size_t i = shard.first; i < shard.first + shard.count; ++i) {
      if (whole_.contains(i)) continue;
      of_old.insert(i);
      lists.added.push_back(
          {static_cast<uint32_t>(i + 1), files(i).versions()});
    }
  }
  if (!lists.added.empty()) {
    for (const MergedShard& group : record_.lists.files) {
      lists.known.push_back(versions_of(group));
    }
    lists.sort = {budget_of(resources_)};
    MergedOutput output({}, of_old_batches);
    cdx::list_dates(lists, [&](std::string_view line) { output.write(line); });
    output.finish();
  }

  DatesOfBatches new_dates(waiting);
  DatesOfBatches old_dates(of_old_batches);
  DateCounts counts;
  for (const BuiltShard& shard : shards) {
    size_t end = shard.first + shard.count;
    auto lines =
        std::make_unique<DatesOfShard>(old_dates, new_dates, end, of_old);
    Step step = plan_dates(out_, record_, shard);
    bool is_anew = anew.contains(shard.name);
    if (!is_anew && !lines->has_line()) {
      runner.skip(step.name);
      continue;
    }
    runner.make(step, "new dates of its pages", [&] {
      const std::string& main = step.inputs.front();
      index::DateIndexOptions options{{budget_of(resources_)}};
      options.force = true;
      counts.dates += index::build_date_index(
                          main, {is_anew ? main : step.output}, step.output,
                          std::move(lines), waiting, options, messages_)
                          .matched;
    });
    ++counts.shards;
  }
  ::unlink(of_old_batches.c_str());
  ::unlink(waiting.c_str());
  return counts;
}

}  // namespace wax::collection
