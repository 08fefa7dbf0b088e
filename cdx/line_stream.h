// Streams of text lines: what CDX tools chain.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "warc/io/byte_source.h"
#include "warc/io/gzip_source.h"
#include "warc/io/output.h"

namespace wax::cdx {

struct LineStream {
  virtual ~LineStream() = default;
  // The next line without its end ("\n" or "\r\n"); it holds until the next
  // call. False at the end. Throws IoError, FormatError.
  [[nodiscard]] virtual bool next(std::string_view& line) = 0;
  // Writes what is left, each line with "\n". How many there were.
  virtual uint64_t copy_to(io::Output& output);
};

// The lines of a file or standard input ("-"), gzip'd (any number of members)
// or not, or of a ZipNum (its .idx, or its folder). Order kept; memory: one
// block, or one line if that is longer; for members see io::gzip_source().
[[nodiscard]] std::unique_ptr<LineStream> open_lines(const std::string& path);

// The bytes of such a file, unpacked by so many threads (io::thread_count()).
// It is read so many bytes at a time; `room` is that of io::gzip_source().
[[nodiscard]] std::unique_ptr<io::ByteSource> open_bytes(
    const std::string& path, size_t block = io::kFileBlock, uint64_t jobs = 0,
    size_t room = io::kMemberRoom);

// The lines of a source.
[[nodiscard]] std::unique_ptr<LineStream> lines_of(
    std::unique_ptr<io::ByteSource> source);

// The lines of bytes in memory, which must outlive the stream.
[[nodiscard]] std::unique_ptr<LineStream> lines_of(std::string_view bytes);

// Writes what is left of a stream, each line with "\n". How many there were.
inline uint64_t copy_lines(LineStream& lines, io::Output& output) {
  return lines.copy_to(output);
}

}  // namespace wax::cdx
