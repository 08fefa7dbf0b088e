// Merging sorted lines.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cdx/line_stream.h"

namespace wax::cdx {

struct LineInput {
  std::string name;  // for messages
  std::unique_ptr<LineStream> lines;
};

struct MergeOptions {
  // Of equal lines, one stays.
  bool unique = false;
};

// The lines of all inputs in byte order, which each input must have: next()
// throws a LineError with the first line that is less than the one before it.
// Memory: a line for each input.
[[nodiscard]] std::unique_ptr<LineStream> merge_lines(
    std::vector<LineInput> inputs, const MergeOptions& options = {});

struct MergedFiles {
  std::string header;  // what all files have on top; empty: none
  std::unique_ptr<LineStream> lines;
};

// The same for CDX files ("-" is standard input), whose headers are set apart
// and must agree (SharedHeader). More than 500 files are merged in steps by
// way of a temporary file in `tmpdir` (empty: $TMPDIR, else /tmp). Memory: half
// a MiB for each file, of at most 500.
[[nodiscard]] MergedFiles merge_files(const std::vector<std::string>& paths,
                                      const MergeOptions& options = {},
                                      const std::string& tmpdir = {});

}  // namespace wax::cdx
