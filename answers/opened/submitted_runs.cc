#include "answers/opened/submitted_runs.h"

#include <algorithm>
#include <filesystem>

#include "collection/layout.h"
#include "io/folder.h"
#include "text/number.h"

namespace wax::answers {
namespace {

namespace fs = std::filesystem;

// A run counts as this many bytes at least.
constexpr uint64_t kLeastRunBytes = 4096;

class WithoutDeleted final : public collection::LineFilter {
 public:
  explicit WithoutDeleted(const SubmittedRuns& newer) {
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
  SubmittedRuns held_;
  std::vector<std::unique_ptr<SortedSet>> deleted_;
  std::string text_;
};

uint64_t bytes_of(const std::string& path) {
  std::error_code none;
  auto size = fs::file_size(path, none);
  return none ? 0 : size;
}

void remove_run_file(const std::string& path) {
  std::error_code none;
  fs::remove(path, none);
}

}  // namespace

SubmittedRun::~SubmittedRun() {
  if (!replaced) return;
  remove_run_file(captures);
  if (!deleted.empty()) remove_run_file(deleted);
}

std::string submitted_folder(const std::string& folder) {
  return collection::Layout{folder}.submitted_captures();
}

SubmittedRuns read_submitted(const std::string& folder) {
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
  SubmittedRuns runs;
  for (const auto& [first, last] : all) {
    if (!runs.empty() && last <= runs.back()->last) continue;
    runs.push_back(run_at(
        first, last,
        folder + '/' + std::to_string(first) + '-' + std::to_string(last)));
  }
  return runs;
}

collection::MakeLineFilter without_deleted(const SubmittedRuns& newer) {
  SubmittedRuns deleting;
  for (const auto& run : newer) {
    if (!run->deleted.empty()) deleting.push_back(run);
  }
  if (deleting.empty()) return nullptr;
  return [deleting = std::move(deleting)](cdx::Searchable&) {
    return std::make_unique<WithoutDeleted>(deleting);
  };
}

void open_submitted(const SubmittedRuns& runs,
                    std::vector<std::unique_ptr<cdx::Searchable>>& files) {
  for (size_t i = 0; i < runs.size(); ++i) {
    auto file = cdx::open_searchable(runs[i]->captures);
    SubmittedRuns newer(runs.begin() + static_cast<ptrdiff_t>(i) + 1,
                        runs.end());
    if (auto filter = without_deleted(newer)) {
      file = filtered_cdx(std::move(file), std::move(filter));
    }
    files.push_back(std::move(file));
  }
}

std::shared_ptr<const SubmittedRun> run_at(uint64_t first, uint64_t last,
                                           const std::string& path) {
  auto run = std::make_shared<SubmittedRun>();
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

bool SortedSet::has(std::string_view line) {
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

void SortedSet::seek(std::string_view line) {
  lines_ = nullptr;  // only one may be in use
  lines_ = file_->lines({std::string(line), "\xff\xff\xff\xff"});
  any_ = true;
  read();
}

void SortedSet::read() {
  std::string_view line;
  ended_ = !lines_->next(line);
  if (!ended_) at_ = line;
}

void set_key_and_date(std::string_view line, std::string& out) {
  size_t key = std::min(line.find_first_of(" \t"), line.size());
  out = line.substr(0, key);
  line.remove_prefix(std::min(key + 1, line.size()));
  out.append(" ").append(line.substr(0, line.find_first_of(" \t")));
}

}  // namespace wax::answers
