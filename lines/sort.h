// External sorting of lines in byte order (what `LC_ALL=C sort` gives).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lines/line_stream.h"

namespace wax::lines {

struct SortOptions {
  // Bytes for lines, their index and the buffers of a merge together. One line
  // longer than that is still sorted: memory then grows to hold it.
  uint64_t memory = uint64_t{512} << 20;
  // Where runs go when memory is full; empty: $TMPDIR, else /tmp. The files
  // have no name while they are used: nothing stays behind after a kill.
  std::string tmpdir;
  // Of equal lines, one stays.
  bool unique = false;
  // Threads that sort while the input is read (io::thread_count()). The result
  // does not depend on it.
  uint64_t jobs = 0;
};

// The lines of `input` in byte order. The input is read to its end by the
// first next() and lives as long as the result. Every line is a line: headers
// and comments are sorted like any other. Throws what the input throws; IoError
// when a run cannot be written or read (a full disk, ...); FormatError for a
// line of 4 GiB or more.
[[nodiscard]] std::unique_ptr<LineStream> sort_lines(
    std::unique_ptr<LineStream> input, const SortOptions& options = {});

}  // namespace wax::lines
