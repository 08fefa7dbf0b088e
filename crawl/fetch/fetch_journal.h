// What a folder of fetched archives has, so that a run that was killed goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/output.h"
#include "io/problem.h"

namespace wax::crawl {

// A URL whose records are in an archive. Views into the line it was read from.
struct FetchedLine {
  std::string_view url;
  std::string_view date;    // 14 digits
  std::string_view status;  // of the answer
  std::string_view digest;  // of the payload, if others may refer to it; or "-"
  std::string_view file;    // the archive, without folders
  uint64_t end = 0;         // of its last record there
  std::string_view path;    // as FetchTask has it; or "-"
  // URLs that are to be fetched because of it, spaces between; or "-".
  std::string_view to;
};

inline constexpr std::string_view kFetchJournal = "fetch.journal";

// The file FOLDER/fetch.journal, to which a line is added when the records of a
// URL have been written. For one thread.
class FetchJournal {
 public:
  // Makes the file if it is missing. Else gives `use` each line whose records
  // are there, cuts off a last line that is not whole, cuts archives that are
  // not finished ("NAME.open") after the last record that a line names, and
  // removes one that a run has only begun. Throws IoError; FormatError for
  // another file; UsageError for any other "NAME.open" that no line names.
  // Lines whose records are not there are told to `problems`, if there is one,
  // once for each archive ("warc-truncated-record").
  FetchJournal(const std::string& folder,
               const std::function<void(const FetchedLine& line)>& use,
               ProblemSink* problems = nullptr);

  // Gives each line that the constructor gave once more. Call it before add().
  void again(const std::function<void(const FetchedLine& line)>& use) const;

  // The archive to go on with, and its size; empty: all are finished.
  [[nodiscard]] const std::string& open_archive() const { return open_; }
  [[nodiscard]] uint64_t open_size() const { return open_size_; }

  // Throws IoError.
  void add(const FetchedLine& line);
  // Syncs the file.
  void sync();
  // The same. Call it last.
  void finish();

 private:
  // Gives each line whether its records are there, and the size of its archive.
  template <typename Use>
  void each_line(Use&& use) const;

  std::string folder_;
  std::string path_;
  std::unique_ptr<io::Output> output_;
  std::string open_;
  uint64_t open_size_ = 0;
};

// Gives `use` the lines of the journal of a folder, whatever its archives have;
// none where there is no journal. Throws IoError.
void each_fetched(const std::string& folder,
                  const std::function<void(const FetchedLine& line)>& use);

inline constexpr std::string_view kOpenArchive = ".open";

}  // namespace wax::crawl
