#include "serve/collection/written.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "cdx/lookup/range_merger.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/output.h"
#include "lines/merge.h"
#include "lines/sort.h"
#include "serve/collection/posted_lines.h"
#include "text/number.h"

namespace wax::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRunEnd = ".cdx";
constexpr std::string_view kDeletedEnd = ".deleted";
constexpr uint64_t kWriteMemory = 64 << 20;
// Runs are merged when so many successive ones, to the newest, have each at
// most kMostGrowth times the bytes of those newer than it.
constexpr size_t kLeastMerged = 4;
constexpr uint64_t kMostGrowth = 4;
// A run counts as this many bytes at least.
constexpr uint64_t kLeastRunBytes = 4096;
const cdx::SearchRange kAllLines = {"", "\xff\xff\xff\xff"};

// Asks whether lines are in a sorted file: quickly when each is near the one
// before it.
class SortedSet {
 public:
  explicit SortedSet(std::unique_ptr<cdx::Searchable> file)
      : file_(std::move(file)) {}

  [[nodiscard]] bool has(std::string_view line) {
    if (!any_ || line < asked_) seek(line);
    constexpr int kSteps = 50;
    for (int i = 0; !ended_ && at_ < line; ++i) {
      if (i == kSteps) {
        seek(line);
      } else {
        read();
      }
    }
    asked_ = line;
    return !ended_ && at_ == line;
  }

 private:
  void seek(std::string_view line) {
    lines_ = nullptr;  // only one may be in use
    lines_ = file_->lines({std::string(line), kAllLines.end});
    any_ = true;
    read();
  }
  void read() {
    std::string_view line;
    ended_ = !lines_->next(line);
    if (!ended_) at_ = line;
  }

  std::unique_ptr<cdx::Searchable> file_;
  std::unique_ptr<lines::LineStream> lines_;
  bool any_ = false;
  bool ended_ = false;
  std::string at_;  // the first line not less than asked_
  std::string asked_;
};

// "URLKEY DATE"
void set_key_and_date(std::string_view line, std::string& out) {
  size_t key = std::min(line.find_first_of(" \t"), line.size());
  out = line.substr(0, key);
  line.remove_prefix(std::min(key + 1, line.size()));
  out.append(" ").append(line.substr(0, line.find_first_of(" \t")));
}

class WithoutDeleted final : public LineFilter {
 public:
  explicit WithoutDeleted(const WrittenRuns& newer) {
    for (const auto& run : newer) {
      if (run->deleted.empty()) continue;
      held_.push_back(run);
      deleted_.push_back(
          std::make_unique<SortedSet>(cdx::open_searchable(run->deleted)));
    }
  }

  bool keeps(std::string_view line) override {
    set_key_and_date(line, text_);
    for (const auto& deleted : deleted_) {
      if (deleted->has(text_)) return false;
    }
    return true;
  }

 private:
  WrittenRuns held_;
  std::vector<std::unique_ptr<SortedSet>> deleted_;
  std::string text_;
};

// The captures that are there: those of other files, as some runs change them.
class KnownCaptures {
 public:
  KnownCaptures(std::vector<std::unique_ptr<cdx::Searchable>> others,
                const WrittenRuns& runs) {
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

uint64_t bytes_of(const std::string& path) {
  std::error_code none;
  auto size = fs::file_size(path, none);
  return none ? 0 : size;
}

std::shared_ptr<const WrittenRun> run_at(uint64_t first, uint64_t last,
                                         const std::string& path) {
  auto run = std::make_shared<WrittenRun>();
  run->first = first;
  run->last = last;
  run->captures = path + std::string(kRunEnd);
  std::string deleted = path + std::string(kDeletedEnd);
  std::error_code none;
  if (fs::exists(deleted, none)) run->deleted = deleted;
  run->bytes =
      std::max(kLeastRunBytes, bytes_of(run->captures) + bytes_of(deleted));
  return run;
}

// The numbers of "12-40.cdx".
std::optional<std::pair<uint64_t, uint64_t>> numbers_of(std::string_view name,
                                                        std::string_view end) {
  if (!name.ends_with(end)) return std::nullopt;
  name.remove_suffix(end.size());
  size_t dash = std::min(name.find('-'), name.size());
  auto first = text::whole_number(name.substr(0, dash));
  auto last = text::whole_number(name.substr(std::min(dash + 1, name.size())));
  if (!first || !last || *first > *last) return std::nullopt;
  return std::pair(*first, *last);
}

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

// So that what was made in it is there after a failure of power.
void sync_folder(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) throw IoError(path, "open", errno);
  int failed = ::fsync(fd);
  ::close(fd);
  if (failed != 0) throw IoError(path, "sync", errno);
}

void remove_file(const std::string& path) {
  std::error_code none;
  fs::remove(path, none);
}

}  // namespace

WrittenRun::~WrittenRun() {
  if (!replaced) return;
  remove_file(captures);
  if (!deleted.empty()) remove_file(deleted);
}

std::string written_folder(const std::string& collection) {
  return collection + "/captures.written";
}

WrittenRuns read_written(const std::string& folder) {
  std::error_code none;
  if (!fs::is_directory(folder, none)) return {};
  std::vector<std::pair<uint64_t, uint64_t>> all;
  for (const std::string& path : io::entries_of(folder)) {
    auto numbers = numbers_of(fs::path(path).filename().string(), kRunEnd);
    if (numbers) all.push_back(*numbers);
  }
  // A run that is part of another goes behind it.
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  WrittenRuns runs;
  for (const auto& [first, last] : all) {
    if (!runs.empty() && last <= runs.back()->last) continue;
    runs.push_back(run_at(
        first, last,
        folder + '/' + std::to_string(first) + '-' + std::to_string(last)));
  }
  return runs;
}

MakeLineFilter without_deleted(const WrittenRuns& newer) {
  WrittenRuns deleting;
  for (const auto& run : newer) {
    if (!run->deleted.empty()) deleting.push_back(run);
  }
  if (deleting.empty()) return nullptr;
  return [deleting = std::move(deleting)](cdx::Searchable&) {
    return std::make_unique<WithoutDeleted>(deleting);
  };
}

void open_written(const WrittenRuns& runs,
                  std::vector<std::unique_ptr<cdx::Searchable>>& files) {
  for (size_t i = 0; i < runs.size(); ++i) {
    auto file = cdx::open_searchable(runs[i]->captures);
    WrittenRuns newer(runs.begin() + static_cast<ptrdiff_t>(i) + 1, runs.end());
    if (auto filter = without_deleted(newer)) {
      file = filtered_cdx(std::move(file), std::move(filter));
    }
    files.push_back(std::move(file));
  }
}

WrittenCaptures::WrittenCaptures(Setting setting)
    : setting_(std::move(setting)) {
  const std::string& folder = setting_.folder;
  io::make_folders(folder);
  sync_folder(fs::path(folder).parent_path().string());
  lock_.number = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_.number < 0) throw IoError(folder, "open", errno);
  if (::flock(lock_.number, LOCK_EX | LOCK_NB) != 0) {
    throw UsageError(folder + ": another process takes captures there");
  }
  clean_folder();
  runs_ = read_written(folder);
  if (runs_.empty() && setting_.needs_run) {
    auto output = io::open_output(path_of(0, 0) + std::string(kRunEnd), true);
    output->write(top());
    output->finish();
    runs_ = read_written(folder);
  }
  if (!runs_.empty()) next_ = runs_.back()->last + 1;
  begin_merge();
}

WrittenCaptures::~WrittenCaptures() { stopping_ = true; }

WrittenCaptures::Descriptor::~Descriptor() {
  if (number >= 0) ::close(number);
}

// Runs that are parts of others, deletions without a run, and unfinished files.
void WrittenCaptures::clean_folder() const {
  WrittenRuns runs = read_written(setting_.folder);
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

std::string WrittenCaptures::path_of(uint64_t first, uint64_t last) const {
  return setting_.folder + '/' + std::to_string(first) + '-' +
         std::to_string(last);
}

std::string WrittenCaptures::top() const {
  return setting_.format.json ? "" : setting_.format.legend.header() + '\n';
}

WrittenRuns WrittenCaptures::runs() const {
  std::lock_guard lock(mutex_);
  return runs_;
}

// The files of the run are on the disk.
void WrittenCaptures::commit(uint64_t first, uint64_t last, bool written) {
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
  if (setting_.on_change) setting_.on_change(runs_, written);
}

uint64_t WrittenCaptures::add(io::ByteSource& body, bool skip_bad) {
  auto posted = std::make_unique<PostedLines>(
      body, PostedForm{setting_.format, setting_.url_key, false, skip_bad});
  const PostedLines& counts = *posted;
  lines::SortOptions sort{kWriteMemory, "", true, 1};
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
    commit(next_, next_, true);
    ++next_;
  }
  begin_merge();
  return count;
}

uint64_t WrittenCaptures::remove(io::ByteSource& body, bool skip_bad) {
  auto posted = std::make_unique<PostedLines>(
      body, PostedForm{setting_.format, setting_.url_key, true, skip_bad});
  const PostedLines& counts = *posted;
  lines::SortOptions sort{kWriteMemory, "", true, 1};
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
    commit(next_, next_, true);
    ++next_;
  }
  begin_merge();
  return counts.count();
}

void WrittenCaptures::begin_merge() {
  std::lock_guard lock(mutex_);
  if (merging_) return;
  merging_ = true;
  (void)pool_.begin([this](size_t) { merge_due_runs(); });
}

void WrittenCaptures::merge_due_runs() {
  while (true) {
    WrittenRuns due;
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
        setting_.report("written captures could not be merged: " +
                        std::string(error.what()));
      }
      std::lock_guard lock(mutex_);
      merging_ = false;
      return;
    }
  }
}

void WrittenCaptures::merge(const WrittenRuns& due) {
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
  open_written(due, captures);
  auto output = io::open_output(path + std::string(kRunEnd), true);
  output->write(top());
  OwnedLines lines(std::move(captures));
  copy(lines, *output);
  commit(first, last, false);
}

}  // namespace wax::serve
