// Streams of text lines: what CDX tools chain.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "warc/io/byte_source.h"
#include "warc/io/output.h"

namespace wax::cdx {

struct LineStream {
  virtual ~LineStream() = default;
  // The next line without its end ("\n" or "\r\n"); it holds until the next
  // call. False at the end. Throws IoError, FormatError.
  [[nodiscard]] virtual bool next(std::string_view& line) = 0;
};

// The lines of a file or standard input ("-"), gzip'd (any number of members)
// or not. Order kept; memory: one block, or one line if that is longer.
[[nodiscard]] std::unique_ptr<LineStream> open_lines(const std::string& path);

// The lines of a source.
[[nodiscard]] std::unique_ptr<LineStream> lines_of(
    std::unique_ptr<io::ByteSource> source);

// The lines of bytes in memory, which must outlive the stream.
[[nodiscard]] std::unique_ptr<LineStream> lines_of(std::string_view bytes);

// Writes what is left of a stream, each line with "\n". How many there were.
uint64_t copy_lines(LineStream& lines, io::Output& output);

}  // namespace wax::cdx
