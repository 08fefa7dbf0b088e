// Streams of text lines, of which the CDX tools make chains, and their errors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"

namespace wax::lines {

struct LineStream {
  virtual ~LineStream() = default;
  // The next line without its end ("\n" or "\r\n"). It is valid until the next
  // call. False at the end. Throws wax::Error: IoError, FormatError, LineError
  // or UsageError.
  [[nodiscard]] virtual bool next(std::string_view& line) = 0;
  // Writes all other lines, each with "\n", and returns their number.
  virtual uint64_t copy_to(io::Output& output);
};

// The lines of a source.
[[nodiscard]] std::unique_ptr<LineStream> lines_of(
    std::unique_ptr<io::ByteSource> source);

// The lines of bytes in memory, which must outlive the stream.
[[nodiscard]] std::unique_ptr<LineStream> lines_of(std::string_view bytes);

// Writes all lines of a stream below a head, which is asked for when the first
// line has been read, and returns their number.
uint64_t copy_below(const std::function<std::string()>& head, LineStream& lines,
                    io::Output& output);

// The message is "FILE: line N: text".
class LineError : public Error {
 public:
  // `line` counts from 1.
  LineError(std::string_view file, uint64_t line, std::string_view text);
};

// The lines that `make` writes, in its order: it is given an empty line and
// returns false at the end. What it throws ends the stream. Memory: one line.
[[nodiscard]] std::unique_ptr<LineStream> made_lines(
    std::function<bool(std::string& line)> make);

}  // namespace wax::lines
