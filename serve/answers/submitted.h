// Captures that clients write to a collection: sorted runs of lines in a
// folder.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "collection/access/filtered_cdx.h"
#include "io/byte_source.h"
#include "io/ordered_pool.h"
#include "serve/answers/submitted_runs.h"

namespace wax::serve {

// Takes writes and merges runs, so that their number grows with the logarithm
// of their size. Any thread may call its functions.
class SubmittedCaptures {
 public:
  struct Setting {
    std::string folder;
    cdx::LineFormat format;  // of its lines
    cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
    // Opens the other files of the collection; null: there are none.
    std::function<std::vector<std::unique_ptr<cdx::Searchable>>()> open_others;
    // Makes an empty run when there is none.
    bool needs_run = false;
    // Called with all runs when they are others, before a write returns; one
    // thread at a time. `changed`: captures have been added or deleted.
    std::function<void(const SubmittedRuns& runs, bool changed)> on_change;
    // Takes sentences for the administrator.
    std::function<void(std::string_view)> report;
  };

  // Makes the folder if it is missing, and removes files in it that a process
  // has left behind. Throws UsageError when another process writes there, and
  // IoError.
  explicit SubmittedCaptures(Setting setting);
  // Waits for a merge to end early.
  ~SubmittedCaptures();
  SubmittedCaptures(const SubmittedCaptures&) = delete;
  SubmittedCaptures& operator=(const SubmittedCaptures&) = delete;

  // Adds the captures of lines (posted_lines.h), or deletes all that have the
  // URL keys and dates of them, and returns the number of captures among the
  // lines. It returns when they are on the disk; later reads see them. Throws
  // UsageError for a bad line, unless `skip_bad`, and IoError; then nothing has
  // changed. A capture that is there already is not added again. Memory: 64
  // MiB.
  uint64_t add(io::ByteSource& lines, bool skip_bad);
  uint64_t remove(io::ByteSource& lines, bool skip_bad);

  [[nodiscard]] SubmittedRuns runs() const;

 private:
  void clean_folder() const;
  [[nodiscard]] std::string path_of(uint64_t first, uint64_t last) const;
  [[nodiscard]] std::string top() const;
  void commit(uint64_t first, uint64_t last, bool changed);
  void begin_merge();
  void merge_due_runs();
  void merge(const SubmittedRuns& due);

  // Of the folder, which this process holds.
  struct Descriptor {
    int number = -1;
    ~Descriptor();
  };

  Setting setting_;
  Descriptor lock_;

  std::mutex writing_;  // guards next_; held while a write goes to the disk
  uint64_t next_ = 1;

  mutable std::mutex mutex_;  // guards runs_ and merging_, and on_change calls
  SubmittedRuns runs_;
  bool merging_ = false;

  std::atomic<bool> stopping_{false};
  io::WorkPool pool_{1};  // the last member: its thread uses the others
};

}  // namespace wax::serve
