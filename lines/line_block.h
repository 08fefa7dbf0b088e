// Sorted lines in blocks, for a merge. Any thread can read, split and check
// many lines at a time; they are not copied again before they are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_span.h"
#include "lines/line_stream.h"

namespace wax::lines {

// Lines that lie one after the other in memory, each with "\n".
struct LineBlock {
  std::unique_ptr<char[]> text;
  size_t capacity = 0;
  // The code of the first one may be relative to a line in another block.
  std::vector<LineEntry> lines;

  // Makes the capacity `wanted` bytes of text or more, at first at least
  // `usual`, and kMostText at most. Keeps the first `used` bytes.
  void reserve(size_t used, size_t wanted, size_t usual = 0);

  [[nodiscard]] size_t size() const { return lines.size(); }
  // The bytes of text that the lines have.
  [[nodiscard]] size_t bytes() const {
    return lines.empty() ? 0
                         : size_t{lines.back().offset} + lines.back().size + 1;
  }
  void add(LineCode code, size_t offset, size_t size) {
    lines.push_back(
        {code, static_cast<uint32_t>(offset), static_cast<uint32_t>(size)});
  }
  [[nodiscard]] std::string_view line(size_t i) const {
    return {text.get() + lines[i].offset, lines[i].size};
  }
};

// One sorted input.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  // Replaces the lines of the block by the next ones, at least one. False at
  // the end. Throws what the input throws, and a LineError for the first line
  // that is less than the one before it or longer than kMostText.
  [[nodiscard]] virtual bool next(LineBlock& block) = 0;
};

// A BlockSource throws these for line `number`, which counts from 1, of the
// input `name`.
[[noreturn]] void throw_unsorted(const std::string& name, uint64_t number);
[[noreturn]] void throw_too_long(const std::string& name, uint64_t number);

// Copies the lines of a stream into blocks of at most `size` bytes; a block has
// at least one line. `name` is for messages.
[[nodiscard]] std::unique_ptr<BlockSource> blocks_of(
    std::string name, std::unique_ptr<LineStream> lines, size_t size);

}  // namespace wax::lines
