// Sorted capture files that can be searched: flat files and ZipNums.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cdx/url/search_range.h"
#include "lines/line_stream.h"

namespace wax::cdx {

class Searchable {
 public:
  virtual ~Searchable() = default;
  // The path as it was given; for messages.
  [[nodiscard]] virtual const std::string& name() const = 0;
  // The same file, opened once more, for a second stream. Throws as
  // open_searchable().
  [[nodiscard]] virtual std::unique_ptr<Searchable> again() const;
  // The header and metadata on top and the first line: enough to know the
  // columns.
  [[nodiscard]] virtual std::string head() = 0;
  // Lines that begin with keys, in order from the beginning: those of the file,
  // or of a ZipNum's index.
  [[nodiscard]] virtual std::unique_ptr<lines::LineStream> keys() = 0;
  // The lines of a range in order, unchanged, without metadata. Only one stream
  // may be in use, and this outlives it. next() throws FormatError for a line
  // that is less than the one before it.
  [[nodiscard]] virtual std::unique_ptr<lines::LineStream> lines(
      const SearchRange& range) = 0;
  // The same from the last line to the first, read from the end of the range.
  [[nodiscard]] virtual std::unique_ptr<lines::LineStream> lines_backwards(
      const SearchRange& range) = 0;
  // The lines of a range that lie in some of the blocks() of a ZipNum.
  [[nodiscard]] virtual std::unique_ptr<lines::LineStream> lines_of_blocks(
      const SearchRange& range, uint64_t first, uint64_t count) = 0;
  // The index lines of a ZipNum that a search reads: those of the range, and
  // the one before it. Throws UsageError for a flat file.
  [[nodiscard]] virtual std::unique_ptr<lines::LineStream> blocks(
      const SearchRange& range) = 0;
  [[nodiscard]] virtual bool has_blocks() const { return false; }

  // How many parts of some thousand lines each a range has: the blocks of a
  // ZipNum, or pieces of kPartBytes of a flat file. 0: no line.
  static constexpr uint64_t kPartBytes = 512 * 1024;
  // Where the range must be read for that, `tick`, if it is not null, is called
  // once in some thousand lines: what it throws ends the reading.
  using Tick = std::function<void()>;
  [[nodiscard]] virtual uint64_t parts(const SearchRange& range,
                                       const Tick& tick) = 0;
  // The beginning of the first line of the n-th part (from 0), or of one near
  // it; not less than that of the part before. range.first for the first part,
  // range.end after the last. After parts() of the range.
  [[nodiscard]] virtual std::string part_start(const SearchRange& range,
                                               uint64_t n) = 0;
};

// A flat file, the .idx (or .summary) of a ZipNum, or a folder that holds one
// such. Their content tells which it is. Throws IoError, FormatError
// (gzip'd, ...), UsageError.
[[nodiscard]] std::unique_ptr<Searchable> open_searchable(
    const std::string& path);

}  // namespace wax::cdx
