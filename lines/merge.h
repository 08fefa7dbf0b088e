// Merges sorted lines.
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
  // Writes equal lines once.
  bool unique = false;
  // How many threads (io::thread_count()) read, check and merge, the caller
  // among them; eight at most. The result does not depend on it.
  uint64_t jobs = 0;
};

// The lines of all inputs in byte order. Each input must be in that order: else
// next() throws a LineError for the first line that is less than the one before
// it, in its turn (merged_lines()). The caller's thread reads the inputs.
// Memory: a block of 16 KiB to 128 KiB for each input, and a range of about as
// much.
[[nodiscard]] std::unique_ptr<LineStream> merge_lines(
    std::vector<LineInput> inputs, const MergeOptions& options = {});

// At most so many inputs are open at once.
inline constexpr size_t kMergeFanIn = 400;

// The same for `count` inputs, which open(0), open(1), ... open in turn. More
// than kMergeFanIn inputs are merged in steps, with a temporary file in
// io::temp_folder(tmpdir), before this returns.
[[nodiscard]] std::unique_ptr<LineStream> merge_lines(
    size_t count, const std::function<LineInput(size_t)>& open,
    const MergeOptions& options, const std::string& tmpdir);

// The same for sorted inputs that give blocks of about merge_block_size(count)
// bytes. At most `fan_in` of them are open at once.
[[nodiscard]] std::unique_ptr<LineStream> merge_blocks(
    size_t count,
    const std::function<std::unique_ptr<BlockSource>(size_t)>& open,
    size_t fan_in, const MergeOptions& options, const std::string& tmpdir);

// The size of a block, for so many inputs that are open at once.
[[nodiscard]] size_t merge_block_size(size_t inputs);

}  // namespace wax::lines
