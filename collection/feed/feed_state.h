// What a search server has got from a feed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "collection/feed/version_table.h"
#include "io/folder_lock.h"
#include "io/output.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::collection {

// A folder with the URL of the server (`server`) and a sorted line for each
// document that it has (`documents`): "URLKEY DIGEST TAB ID DATES", dates
// separated by commas. `sent` has what the server took since the run began; a
// run that was ended leaves it, and the next one takes it up. For one thread.
class FeedState {
 public:
  // Makes the folder, or takes up what is there. Nobody else has it open.
  // Throws UsageError when it is that of another server; IoError.
  FeedState(const std::string& folder, const std::string& url,
            const lines::SortOptions& sort);

  // The line of a document; `version` as index::append_version() writes it.
  [[nodiscard]] static std::string line(const std::string& version,
                                        const std::string& id,
                                        const std::string& dates);

  // The dates that the server has of a document: nothing when it has not got
  // it, or under another identity.
  [[nodiscard]] std::optional<std::string> dates(const std::string& version,
                                                 std::string_view id);

  // Says that the server took the document of a line. It is on disk after
  // flush().
  void add(const std::string& line);
  void flush() { sent_->flush(); }

  // Gives `use` the identity of each document that the server has and that is
  // not among the sorted `lines`, which finish() makes the state.
  void replace(std::unique_ptr<lines::LineStream> lines,
               const std::function<void(std::string_view)>& use);
  void finish();

 private:
  [[nodiscard]] std::string documents() const { return folder_ + "/documents"; }
  [[nodiscard]] std::string sent() const { return folder_ + "/sent"; }
  void take_sent();

  std::string folder_;
  lines::SortOptions sort_;
  io::FolderLock lock_;
  std::optional<VersionTable> table_;
  std::unique_ptr<io::Output> sent_;
  std::unique_ptr<io::Output> output_;
};

}  // namespace wax::collection
