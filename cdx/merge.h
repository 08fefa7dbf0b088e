// Merging sorted lines.
#pragma once

#include <cstddef>
#include <functional>
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

// So many inputs are open at once.
inline constexpr size_t kMergeFanIn = 400;

// The same of `count` inputs, each opened by open(0), open(1), ... in turn.
// More than kMergeFanIn are merged in steps by way of a temporary file in
// `tmpdir` (empty: $TMPDIR, else /tmp) before this returns.
[[nodiscard]] std::unique_ptr<LineStream> merge_lines(
    size_t count, const std::function<LineInput(size_t)>& open,
    const MergeOptions& options, const std::string& tmpdir);

struct MergedFiles {
  std::string header;  // what all files have on top; empty: none
  std::unique_ptr<LineStream> lines;
};

// The same for CDX files ("-" is standard input), whose headers are set apart
// and must agree (SharedHeader). Memory: half a MiB for each file, of at most
// kMergeFanIn.
[[nodiscard]] MergedFiles merge_files(const std::vector<std::string>& paths,
                                      const MergeOptions& options = {},
                                      const std::string& tmpdir = {});

}  // namespace wax::cdx
