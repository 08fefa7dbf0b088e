// Sorts lines in byte order, as `LC_ALL=C sort` does, in bounded memory.
#pragma once

#include <memory>
#include <string_view>

#include "io/budget.h"
#include "io/output.h"
#include "io/spool.h"
#include "lines/line_stream.h"

namespace wax::lines {

// The memory is for lines, their index and the buffers of a merge together; for
// a line that is longer, more is used. Runs go to an io::UnnamedFile when it is
// full. The threads sort while the input is read.
struct SortOptions : io::Budget {
  // Gives equal lines once.
  bool unique = false;
};

// The lines of `input` in byte order. The first next() reads the whole input,
// which lives as long as the result. Headers and comments are sorted like all
// other lines. Throws what the input throws, IoError if a run cannot be written
// or read (for example on a full disk), and FormatError for a line of 4 GiB or
// more.
[[nodiscard]] std::unique_ptr<LineStream> sort_lines(
    std::unique_ptr<LineStream> input, const SortOptions& options = {});

// The same for lines that come one by one. For one thread.
class LineSorter {
 public:
  explicit LineSorter(const SortOptions& options = {});
  ~LineSorter();
  LineSorter(const LineSorter&) = delete;
  LineSorter& operator=(const LineSorter&) = delete;

  // A line without its end.
  void add(std::string_view line);
  // The lines in byte order. Call once, last; the sorter need not outlive them.
  [[nodiscard]] std::unique_ptr<LineStream> sorted();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Needs memory and temporary files as io::Spool does; while it writes, as
// sort_lines() does.
class LineSpool {
 public:
  explicit LineSpool(SortOptions sorting);
  // Adds whole lines.
  void add(std::string_view lines) { spool_->write(lines); }
  // Writes each line once, in byte order, and finishes the output. Call once.
  void write_sorted(io::Output& output);

 private:
  SortOptions sorting_;
  std::unique_ptr<io::Spool> spool_;
};

}  // namespace wax::lines
