// Merging sorted lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lines/line_block.h"
#include "lines/line_stream.h"

namespace wax::lines {

struct LineInput {
  std::string name;  // for messages
  std::unique_ptr<LineStream> lines;
};

struct MergeOptions {
  // Of equal lines, one stays.
  bool unique = false;
  // Threads (io::thread_count()) that read, check and merge, eight at most; the
  // caller is one. The result does not depend on it.
  uint64_t jobs = 0;
};

// The lines of all inputs in byte order, which each input must have: next()
// throws a LineError with the first line that is less than the one before it,
// in its turn (merged_lines()). They are read one at a time, by the caller.
// Memory: a block of 16 KiB to 128 KiB for each input, and a range of about
// that much.
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

// The same of sorted inputs in blocks of about merge_block_size(count) bytes,
// `fan_in` of which are open at once.
[[nodiscard]] std::unique_ptr<LineStream> merge_blocks(
    size_t count,
    const std::function<std::unique_ptr<BlockSource>(size_t)>& open,
    size_t fan_in, const MergeOptions& options, const std::string& tmpdir);

// For so many inputs that are open at once.
[[nodiscard]] size_t merge_block_size(size_t inputs);

}  // namespace wax::lines
