// Sorted lines in blocks, as a merge takes them: read, cut and checked many at
// a time, in any thread, and then never copied before they are written.
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

// Lines that lie behind one another in memory, each with "\n".
struct LineBlock {
  std::unique_ptr<char[]> text;
  size_t capacity = 0;
  // The code of the first one may be relative to a line in another block.
  std::vector<LineEntry> lines;

  // Makes room for so many bytes of text, and at first for `usual`; the first
  // `used` stay. There is room for kMostText at most.
  void reserve(size_t used, size_t wanted, size_t usual = 0);

  [[nodiscard]] size_t size() const { return lines.size(); }
  // Of text that lines have.
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
  // Fills the block with the next lines, at least one; what it held is
  // forgotten. False at the end. Throws what the input throws, and a LineError
  // with the first line that is less than the one before it, or longer than
  // kMostText.
  [[nodiscard]] virtual bool next(LineBlock& block) = 0;
};

// What a BlockSource throws of line `number`, from 1, of the input `name`.
[[noreturn]] void throw_unsorted(const std::string& name, uint64_t number);
[[noreturn]] void throw_too_long(const std::string& name, uint64_t number);

// The lines of a stream, copied into blocks of that many bytes, but at least a
// line. `name` is for messages.
[[nodiscard]] std::unique_ptr<BlockSource> blocks_of(
    std::string name, std::unique_ptr<LineStream> lines, size_t size);

}  // namespace wax::lines
