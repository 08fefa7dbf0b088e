// Archives with some records replaced, all else byte for byte.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/byte_source.h"
#include "io/output.h"
#include "warc/record/record.h"
#include "warc/writer/revisit_record.h"

namespace wax::warc {

enum class Replaced {
  kYes,
  kNotSmaller,  // than the record that it was to replace
  // The record has no bytes of its own (Extent), or is in a frame of lz4.
  kNotAlone,
};

// Copies an archive as it is stored, damage and what is between records
// included, with other records in place of some. For one thread.
class RecordReplacer {
 public:
  // `path` as io::open_input() takes it. `output` must outlive the object, and
  // finishing it is the caller's task; null: bytes are only counted. Throws
  // IoError; UsageError for an input that cannot be read twice, such as a pipe.
  RecordReplacer(const std::string& path, io::Output* output);

  // Writes the record, compressed as the one of `extent` is, in its place,
  // unless the answer is another than kYes. Extents come in their order.
  // Memory: the record as written if it is to be `smaller`. Throws IoError.
  [[nodiscard]] Replaced replace(const Extent& extent, NewRecord& record,
                                 bool smaller);
  // Copies what is left of the archive.
  void finish();

  [[nodiscard]] uint64_t bytes_in() const { return source_->offset(); }
  [[nodiscard]] uint64_t bytes_out() const { return bytes_out_; }

 private:
  void copy_to(uint64_t offset);

  std::unique_ptr<io::FileSource> source_;
  io::Output* output_;  // may be null
  uint64_t bytes_out_ = 0;
};

}  // namespace wax::warc
