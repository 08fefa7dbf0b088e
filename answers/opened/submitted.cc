#include "answers/opened/submitted.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cdx/lookup/range_merger.h"
#include "collection/layout.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/output.h"
#include "lines/sort.h"
#include "text/number.h"

namespace wax::answers {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kWriteMemory = 64 << 20;
// Runs are merged when so many successive ones, to the newest, have each at
// most kMostGrowth times the bytes of those newer than it.
constexpr size_t kLeastMerged = 4;
constexpr uint64_t kMostGrowth = 4;

// The captures that are there: those of other files, as some runs change them.
class KnownCaptures {
 public:
  KnownCaptures(std::vector<std::unique_ptr<cdx::Searchable>> others,
                const SubmittedRuns& runs) {
    for (auto& file : others) {
      others_.push_back(std::make_unique<SortedSet>(std::move(file)));
    }
    for (const auto& run : runs) {
      Layer& layer = layers_.emplace_back();
      layer.captures =
          std::make_unique<SortedSet>(cdx::open_searchable(run->captures));
      if (run->deleted.empty()) continue;
      layer.deleted =
          std::make_unique<SortedSet>(cdx::open_searchable(run->deleted));
    }
  }

  [[nodiscard]] bool has(std::string_view line) {
    set_key_and_date(line, text_);
    for (size_t i = layers_.size(); i-- > 0;) {
      if (layers_[i].captures->has(line)) return true;
      if (layers_[i].deleted != nullptr && layers_[i].deleted->has(text_)) {
        return false;
      }
    }
    return std::any_of(others_.begin(), others_.end(),
                       [line](const auto& other) { return other->has(line); });
  }

 private:
  struct Layer {
    std::unique_ptr<SortedSet> captures;
    std::unique_ptr<SortedSet> deleted;
  };
  std::vector<std::unique_ptr<SortedSet>> others_;
  std::vector<Layer> layers_;
  std::string text_;
};

class OwnedLines final : public lines::LineStream {
 public:
  OwnedLines(std::vector<std::unique_ptr<cdx::Searchable>> files)
      : files_(std::move(files)),
        merged_(cdx::RangeMerger::ascending(files_, kAllLines)) {}
  bool next(std::string_view& line) override { return merged_.next(line); }

 private:
  std::vector<std::unique_ptr<cdx::Searchable>> files_;
  cdx::RangeMerger merged_;
};

void remove_file(const std::string& path) {
  std::error_code none;
  fs::remove(path, none);
}

}  // namespace

SubmittedCaptures::SubmittedCaptures(Setting setting)
    : setting_(std::move(setting)) {
  const std::string& folder = setting_.folder;
  io::make_folders(folder);
  io::sync_folder(fs::path(folder).parent_path().string());
  lock_ = io::FolderLock(folder);
  clean_folder();
  runs_ = read_submitted(folder);
  if (runs_.empty() && setting_.needs_run) {
    auto output = io::open_output(path_of(0, 0) + std::string(kRunEnd), true);
    output->write(top());
    output->finish();
    runs_ = read_submitted(folder);
  }
  if (!runs_.empty()) next_ = runs_.back()->last + 1;
  begin_merge();
}

SubmittedCaptures::~SubmittedCaptures() { stopping_ = true; }

// Runs that are parts of others, deletions without a run, and unfinished files.
void SubmittedCaptures::clean_folder() const {
  SubmittedRuns runs = read_submitted(setting_.folder);
  for (const std::string& path : io::entries_of(setting_.folder)) {
    std::string name = fs::path(path).filename().string();
    bool known =
        std::any_of(runs.begin(), runs.end(), [&path](const auto& run) {
          return run->captures == path || run->deleted == path;
        });
    bool ours = numbers_of(name, kRunEnd) || numbers_of(name, kDeletedEnd) ||
                name.find(".part-") != std::string::npos;
    if (!known && ours) remove_file(path);
  }
}

std::string SubmittedCaptures::path_of(uint64_t first, uint64_t last) const {
  return setting_.folder + '/' + std::to_string(first) + '-' +
         std::to_string(last);
}

std::string SubmittedCaptures::top() const {
  return setting_.format.json ? "" : setting_.format.legend.header() + '\n';
}

SubmittedRuns SubmittedCaptures::runs() const {
  std::lock_guard lock(mutex_);
  return runs_;
}

// The files of the run are on the disk.
void SubmittedCaptures::commit(uint64_t first, uint64_t last, bool changed) {
  auto run = run_at(first, last, path_of(first, last));
  std::lock_guard lock(mutex_);
  auto inside = [&](const auto& one) {
    return one->first >= first && one->last <= last;
  };
  auto at = std::find_if(runs_.begin(), runs_.end(), inside);
  auto end = std::find_if_not(at, runs_.end(), inside);
  for (auto it = at; it != end; ++it) (*it)->replaced = true;
  at = runs_.erase(at, end);
  runs_.insert(at, std::move(run));
  if (setting_.on_change) setting_.on_change(runs_, changed);
}

uint64_t SubmittedCaptures::add(io::ByteSource& body, bool skip_bad) {
  auto posted = std::make_unique<PostedLines>(
      body, PostedForm{setting_.format, setting_.url_key, false, skip_bad});
  const PostedLines& counts = *posted;
  lines::SortOptions sort{{kWriteMemory, "", 1}, /*unique=*/true};
  auto sorted = lines::sort_lines(std::move(posted), sort);
  std::string_view line;
  bool any = sorted->next(line);  // reads all of them
  uint64_t count = counts.count();
  {
    std::lock_guard lock(writing_);
    std::vector<std::unique_ptr<cdx::Searchable>> others;
    if (setting_.open_others) others = setting_.open_others();
    KnownCaptures known(std::move(others), runs());
    while (any && known.has(line)) any = sorted->next(line);
    if (!any) return count;
    std::string path = path_of(next_, next_);
    auto output = io::open_output(path + std::string(kRunEnd), true);
    output->write(top());
    for (; any; any = sorted->next(line)) {
      if (known.has(line)) continue;
      output->write(line);
      output->write("\n");
    }
    output->finish();
    // What a failure leaves has a number that no other run gets.
    const uint64_t number = next_++;
    commit(number, number, true);
  }
  begin_merge();
  return count;
}

uint64_t SubmittedCaptures::remove(io::ByteSource& body, bool skip_bad) {
  auto posted = std::make_unique<PostedLines>(
      body, PostedForm{setting_.format, setting_.url_key, true, skip_bad});
  const PostedLines& counts = *posted;
  lines::SortOptions sort{{kWriteMemory, "", 1}, /*unique=*/true};
  auto sorted = lines::sort_lines(std::move(posted), sort);
  std::string_view line;
  if (!sorted->next(line)) return counts.count();
  {
    std::lock_guard lock(writing_);
    std::string path = path_of(next_, next_);
    std::string deleted_path = path + std::string(kDeletedEnd);
    auto deleted = io::open_output(deleted_path, true);
    do {
      deleted->write(line);
      deleted->write("\n");
    } while (sorted->next(line));
    deleted->finish();
    try {
      auto captures = io::open_output(path + std::string(kRunEnd), true);
      captures->write(top());
      captures->finish();
    } catch (const Error&) {
      remove_file(deleted_path);
      throw;
    }
    // What a failure leaves has a number that no other run gets.
    const uint64_t number = next_++;
    commit(number, number, true);
  }
  begin_merge();
  return counts.count();
}

void SubmittedCaptures::begin_merge() {
  std::lock_guard lock(mutex_);
  if (merging_) return;
  merging_ = true;
  (void)pool_.begin([this](size_t) { merge_due_runs(); });
}

void SubmittedCaptures::merge_due_runs() {
  while (true) {
    SubmittedRuns due;
    {
      std::lock_guard lock(mutex_);
      size_t begin = runs_.size();
      uint64_t bytes = 0;
      while (begin > 0 &&
             (bytes == 0 || runs_[begin - 1]->bytes <= kMostGrowth * bytes)) {
        bytes += runs_[--begin]->bytes;
      }
      if (stopping_ || runs_.size() - begin < kLeastMerged) {
        merging_ = false;
        return;
      }
      due.assign(runs_.begin() + static_cast<ptrdiff_t>(begin), runs_.end());
    }
    try {
      merge(due);
    } catch (const std::exception& error) {
      if (!stopping_ && setting_.report) {
        setting_.report("submitted captures could not be merged: " +
                        std::string(error.what()));
      }
      std::lock_guard lock(mutex_);
      merging_ = false;
      return;
    }
  }
}

void SubmittedCaptures::merge(const SubmittedRuns& due) {
  uint64_t first = due.front()->first;
  uint64_t last = due.back()->last;
  std::string path = path_of(first, last);
  auto copy = [this](lines::LineStream& from, io::Output& to) {
    std::string before;
    std::string_view line;
    for (uint64_t n = 0; from.next(line); ++n) {
      if (stopping_) throw IoError(setting_.folder, "the server stops");
      if (n > 0 && line == before) continue;
      before = line;
      to.write(line);
      to.write("\n");
    }
    to.finish();
  };
  std::vector<std::unique_ptr<cdx::Searchable>> deleted;
  for (const auto& run : due) {
    if (!run->deleted.empty()) {
      deleted.push_back(cdx::open_searchable(run->deleted));
    }
  }
  if (!deleted.empty()) {
    auto output = io::open_output(path + std::string(kDeletedEnd), true);
    OwnedLines lines(std::move(deleted));
    copy(lines, *output);
  }
  std::vector<std::unique_ptr<cdx::Searchable>> captures;
  open_submitted(due, captures);
  auto output = io::open_output(path + std::string(kRunEnd), true);
  output->write(top());
  OwnedLines lines(std::move(captures));
  copy(lines, *output);
  commit(first, last, false);
}

}  // namespace wax::answers
