// Sorted lines in blocks, as a merge takes them: read, cut and checked many at
// a time, in any thread, and then never copied before they are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/line_span.h"
#include "cdx/line_stream.h"
#include "warc/io/byte_source.h"

namespace wax::cdx {

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

// The lines of a stream, copied into blocks of that many bytes, but at least a
// line. `name` is for messages.
[[nodiscard]] std::unique_ptr<BlockSource> blocks_of(
    std::string name, std::unique_ptr<LineStream> lines, size_t size);

// The lines of a CDX file, read into blocks of that many bytes, but at least a
// line; its header apart, as of CdxLines.
class CdxBlocks final : public BlockSource {
 public:
  // Reads the first block.
  CdxBlocks(std::string name, std::unique_ptr<io::ByteSource> source,
            size_t size);
  [[nodiscard]] bool next(LineBlock& block) override;

  [[nodiscard]] const std::string& name() const { return name_; }
  // Empty when there is none on top.
  [[nodiscard]] const std::string& header() const { return header_; }
  // The first line that is no header; empty when there is none.
  [[nodiscard]] std::string_view first() const {
    return first_.size() > 0 ? first_.line(0) : std::string_view();
  }

 private:
  bool read(LineBlock& block);
  size_t fill(LineBlock& block, size_t scanned);
  void cut(LineBlock& block, size_t size);
  void check_header(std::string_view header);

  std::string name_;
  std::unique_ptr<io::ByteSource> source_;
  size_t size_;
  std::string header_;
  LineBlock first_;
  bool first_pending_ = false;
  bool at_end_ = false;
  std::string rest_;     // of a block: the beginning of the next line
  std::string before_;   // the last line
  uint64_t number_ = 0;  // of it
};

}  // namespace wax::cdx
