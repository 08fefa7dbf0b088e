// Merging sorted CDX files, also in blocks of lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/identity_line.h"
#include "io/byte_source.h"
#include "lines/line_block.h"
#include "lines/merge.h"

namespace wax::cdx {

struct MergedFiles {
  std::string top;  // header and identity (SharedHeader::top())
  std::unique_ptr<lines::LineStream> lines;
};

// The lines of all files ("-" is standard input) as lines::merge_lines() gives
// them, on as many threads as `options` says. Headers and
// identities are removed and must agree (SharedHeader). A line that is less
// than the one before it throws LineError. As many files are open at once as
// the system allows, up to 2048. Memory: two blocks for each file, of 128 KiB
// for few files and of 16 KiB for many; at most some 500 MiB for all compressed
// files together; two ranges of one to eight MiB for each thread and for two
// more.
[[nodiscard]] MergedFiles merge_files(const std::vector<std::string>& paths,
                                      const lines::MergeOptions& options = {},
                                      const std::string& tmpdir = {});

// The lines of a CDX file, read into blocks of that many bytes, or of one line
// if that is longer; without its headers and identity, like CdxLines.
class CdxBlocks final : public lines::BlockSource {
 public:
  // Reads the first block.
  CdxBlocks(std::string name, std::unique_ptr<io::ByteSource> source,
            size_t size);
  [[nodiscard]] bool next(lines::LineBlock& block) override;

  [[nodiscard]] const std::string& name() const { return name_; }
  // The header; empty when the file does not begin with one.
  [[nodiscard]] const std::string& header() const { return header_; }
  // The line that states the identity; empty while none has been read.
  [[nodiscard]] const std::string& identity_line() const {
    return identity_line_;
  }
  // The first line that is not a header and does not state the identity; empty
  // when the file has no such line.
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
