// Sorted CDX files in blocks of lines, for a merge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cdx/format/identity_line.h"
#include "io/byte_source.h"
#include "lines/line_block.h"

namespace wax::cdx {

// The lines of a CDX file, read into blocks of that many bytes, or of one line
// if that is longer; without its headers and identity, like CdxLines.
class CdxBlocks final : public lines::BlockSource {
 public:
  // Reads the first block.
  CdxBlocks(std::string name, std::unique_ptr<io::ByteSource> source,
            size_t size);
  [[nodiscard]] bool next(lines::LineBlock& block) override;

  [[nodiscard]] const std::string& name() const { return name_; }
  // Empty when there is none on top.
  [[nodiscard]] const std::string& header() const { return header_; }
  // The line that states the identity; empty when there is none so far.
  [[nodiscard]] const std::string& identity_line() const {
    return identity_line_;
  }
  // The first line that is neither; empty when there is none.
  [[nodiscard]] std::string_view first() const {
    return first_.size() > 0 ? first_.line(0) : std::string_view();
  }

 private:
  bool read(lines::LineBlock& block);
  size_t fill(lines::LineBlock& block, size_t scanned);
  void cut(lines::LineBlock& block, size_t size);
  bool take_top_line(std::string_view line);

  std::string name_;
  std::unique_ptr<io::ByteSource> source_;
  size_t size_;
  std::string header_;
  std::string identity_line_;
  OneIdentity identity_;
  lines::LineBlock first_;
  bool first_pending_ = false;
  bool at_end_ = false;
  std::string rest_;     // of a block: the beginning of the next line
  std::string before_;   // the last line
  uint64_t number_ = 0;  // of it
};

}  // namespace wax::cdx
