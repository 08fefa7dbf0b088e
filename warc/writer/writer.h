// Records to WARC files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/compress/compressor.h"
#include "io/output.h"
#include "warc/http/headers.h"
#include "warc/record/record.h"

namespace wax::warc {

struct WriterOptions {
  std::string version = "1.1";  // what follows "WARC/"
  // One member a record (WARC 1.1, annex D).
  io::Compression compression = io::Compression::kGzip;
  int level = 0;        // as io::Compressor takes it
  uint64_t offset = 0;  // of the first byte, when a file is continued
  // Threads that compress. With more than one, or `late`, members are written
  // some time after the call, up to finish(), and the Extents say nothing; the
  // bytes are the same for any number.
  size_t jobs = 1;
  bool late = false;
  bool at_once = false;  // with one thread: io::Compressor::make_at_once()
  std::string_view dictionary = {};  // as io::Compressor takes it
};

// Writes records one after the other. The same calls give the same bytes.
// Memory: that of io::Compressor, whatever a record's size.
class Writer {
 public:
  // `output` must outlive the writer; finishing it is the caller's task.
  explicit Writer(io::Output& output, const WriterOptions& options = {});
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Writes a record with these header fields, in this order, and a
  // Content-Length after them. Throws UsageError for a field that would break
  // the header (a name that is not a token, a value with a line break) or is
  // Content-Length.
  Extent write(std::span<const Field> fields, std::string_view block);

  // The same for a block of exactly `length` bytes of `block`; throws
  // FormatError when it ends before, and the output is then unusable.
  Extent write(std::span<const Field> fields, io::ByteSource& block,
               uint64_t length);

  // Writes a record whose header block is given as stored, with its version
  // line, Content-Length and blank line: for copies that change nothing.
  Extent copy(std::string_view raw_header, io::ByteSource& block,
              uint64_t length);

  // The same for a record of an ARC file, whose header is one line.
  Extent copy_arc(std::string_view line, io::ByteSource& block,
                  uint64_t length);

  // Writes the members that are still waiting. No record may be written after
  // it.
  void finish();

  // Bytes written to the output so far.
  [[nodiscard]] uint64_t written() const;

 private:
  class Sink;
  std::string version_;
  std::string header_;  // kept for its memory
  std::unique_ptr<Sink> sink_;
};

// The header block of a record: version line, fields, Content-Length and blank
// line. Throws as Writer::write() does.
void append_header(std::string_view version, std::span<const Field> fields,
                   uint64_t length, std::string& out);

}  // namespace wax::warc
