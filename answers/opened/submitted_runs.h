// Runs: the files of captures that clients have added and deleted. Any number
// of threads may call what is declared here.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/searchable.h"
#include "collection/access/filtered_cdx.h"
#include "lines/line_stream.h"

namespace wax::answers {

// How the names of their files end.
inline constexpr std::string_view kRunEnd = ".cdx";
inline constexpr std::string_view kDeletedEnd = ".deleted";

// The range of all lines of a CDX file.
inline const cdx::SearchRange kAllLines = {"", "\xff\xff\xff\xff"};

// What one write, or several successive ones, have added and deleted. A folder
// has two files of each: FIRST-LAST.cdx, which makes the run exist, and
// FIRST-LAST.deleted, if it deletes anything.
struct SubmittedRun {
  uint64_t first = 0;  // numbers of its writes
  uint64_t last = 0;
  std::string captures;  // path of a sorted CDX file
  // Path of sorted lines "URLKEY DATE", which delete captures of older runs and
  // of the collection's other CDX files; empty: none.
  std::string deleted;
  uint64_t bytes = 0;
  // Another run has its captures: its files go when nobody holds it any more.
  mutable std::atomic<bool> replaced{false};

  SubmittedRun() = default;
  ~SubmittedRun();
  SubmittedRun(const SubmittedRun&) = delete;
  SubmittedRun& operator=(const SubmittedRun&) = delete;
};
using SubmittedRuns =
    std::vector<std::shared_ptr<const SubmittedRun>>;  // by age

// Where a collection's folder has its runs.
[[nodiscard]] std::string submitted_folder(const std::string& collection);

// The runs of a folder, the oldest first; none when it is not there. Throws
// IoError.
[[nodiscard]] SubmittedRuns read_submitted(const std::string& folder);

// Keeps lines that none of these runs deletes; empty when they delete nothing.
[[nodiscard]] collection::MakeLineFilter without_deleted(
    const SubmittedRuns& newer);

// Adds the CDX files of the runs, each without what newer ones delete. Throws
// as cdx::open_searchable().
void open_submitted(const SubmittedRuns& runs,
                    std::vector<std::unique_ptr<cdx::Searchable>>& files);

// The run with the files PATH.cdx and, if it is there, PATH.deleted.
[[nodiscard]] std::shared_ptr<const SubmittedRun> run_at(
    uint64_t first, uint64_t last, const std::string& path);

// The numbers of "12-40.cdx"; nothing for another name.
[[nodiscard]] std::optional<std::pair<uint64_t, uint64_t>> numbers_of(
    std::string_view name, std::string_view end);

// Asks whether lines are in a sorted file: quickly when each is near the one
// before it.
class SortedSet {
 public:
  explicit SortedSet(std::unique_ptr<cdx::Searchable> file)
      : file_(std::move(file)) {}

  [[nodiscard]] bool has(std::string_view line);

 private:
  void seek(std::string_view line);
  void read();

  std::unique_ptr<cdx::Searchable> file_;
  std::unique_ptr<lines::LineStream> lines_;
  bool any_ = false;
  bool ended_ = false;
  std::string at_;  // the first line not less than asked_
  std::string asked_;
};

// "URLKEY DATE": the first two words of a line.
void set_key_and_date(std::string_view line, std::string& out);

}  // namespace wax::answers
