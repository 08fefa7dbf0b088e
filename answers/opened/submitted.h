// Captures that clients write to a collection: sorted runs of lines in a
// folder.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/opened/submitted_runs.h"
#include "cdx/files/searchable.h"
#include "cdx/format/line_converter.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "io/byte_source.h"
#include "io/folder_lock.h"
#include "io/ordered_pool.h"
#include "lines/line_stream.h"

namespace wax::answers {

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
    // Makes an empty run when the folder has no run.
    bool needs_run = false;
    // Called with all runs when they are others, before a write returns; one
    // thread at a time. `changed`: captures have been added or deleted.
    std::function<void(const SubmittedRuns& runs, bool changed)> on_change;
    // Takes sentences for the administrator.
    std::function<void(std::string_view)> report;
  };

  // Makes the folder if it is missing, and removes files in it that an earlier
  // process has left there. Throws UsageError when another process writes
  // there, and IoError.
  explicit SubmittedCaptures(Setting setting);
  // Waits for a merge to end early.
  ~SubmittedCaptures();
  SubmittedCaptures(const SubmittedCaptures&) = delete;
  SubmittedCaptures& operator=(const SubmittedCaptures&) = delete;

  // Adds the captures of lines (PostedLines), or deletes all that have the
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

  // The folder of these settings is locked by this process.
  Setting setting_;
  io::FolderLock lock_;

  std::mutex writing_;  // guards next_; held while a write goes to the disk
  uint64_t next_ = 1;

  mutable std::mutex mutex_;  // guards runs_ and merging_, and on_change calls
  SubmittedRuns runs_;
  bool merging_ = false;

  std::atomic<bool> stopping_{false};
  io::WorkPool pool_{1};  // the last member: its thread uses the others
};

// The longest line that is read.
inline constexpr size_t kMostPostedLine = 1024 * 1024;

struct PostedForm {
  cdx::LineFormat format;  // of the lines that come out
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  // Only "URLKEY DATE" of each line comes out.
  bool keys_only = false;
  // Lines that are no captures are passed over instead of thrown.
  bool skip_bad = false;
};

// Reads CDXJ, and CDX with 9, 10, 11 or 14 fields or with any that a header
// names; each line may have another form. The URL key is made of the URL, but
// keys of requests with a body ("__wb_method=") are kept. next() throws
// UsageError for a line that is no capture, and for one that is too long.
// Memory: a line.
class PostedLines final : public lines::LineStream {
 public:
  // `bytes` outlives this.
  PostedLines(io::ByteSource& bytes, PostedForm form);

  [[nodiscard]] bool next(std::string_view& line) override;
  // The captures so far.
  [[nodiscard]] uint64_t count() const { return count_; }

 private:
  // How lines of one format are read.
  struct Reader {
    Reader(const cdx::LineFormat& format, const PostedForm& form);
    cdx::LineFields fields;
    cdx::LineConverter rekey;
    cdx::LineConverter keep_key;
  };

  [[nodiscard]] bool next_text(std::string_view& line);
  [[nodiscard]] Reader* reader_for(std::string_view line);
  // What is wrong with a line; empty when it is a capture, now in made_.
  [[nodiscard]] std::string_view read(std::string_view line);

  io::ByteSource* bytes_;
  PostedForm form_;
  std::optional<cdx::Legend> legend_;  // of the last header
  std::map<std::string, std::unique_ptr<Reader>> readers_;  // by legend
  size_t used_ = 0;  // bytes of the line before
  uint64_t number_ = 0;
  uint64_t count_ = 0;
  std::string made_;
};

}  // namespace wax::answers
