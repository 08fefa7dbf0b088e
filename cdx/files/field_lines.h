// Reads the capture lines of several files, with some of their fields. An
// object is for one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "cdx/format/line_fields.h"
#include "io/problem.h"

namespace wax::cdx {

// One file after another in their order, as JoinedCdx reads them.
class FieldLines {
 public:
  // `paths`: "-" is standard input. `problems` outlives this. Throws what
  // JoinedCdx does.
  FieldLines(std::vector<std::string> paths, LineFields fields,
             ProblemSink& problems, KeyKinds kinds = KeyKinds::kOne);

  enum class Line { kCapture, kMetadata, kEnd };
  // A line that is neither a capture nor metadata is reported as "cdx-bad-line"
  // and skipped. Throws what JoinedCdx and LineFields do.
  [[nodiscard]] Line next(std::string_view& line);

  // The fields of the last capture.
  [[nodiscard]] const LineFields& fields() const { return fields_; }
  // True once after the first line of a file.
  [[nodiscard]] bool take_new_file();

  // "FILE: line N", for messages about the last line.
  [[nodiscard]] const std::string& file() const { return files_.file().name(); }
  [[nodiscard]] uint64_t line_number() const {
    return files_.file().line_number();
  }
  // Reports the last line, which the caller cannot use, as lost.
  void report_bad(std::string_view id, std::string_view why);

  // What the files have on top.
  [[nodiscard]] const SharedHeader& header() const { return files_.header(); }
  // Captures and bad lines so far.
  [[nodiscard]] uint64_t read() const { return read_; }
  [[nodiscard]] uint64_t bad() const { return bad_; }
  [[nodiscard]] uint64_t metadata_lines() const { return metadata_lines_; }

 private:
  JoinedCdx files_;
  LineFields fields_;
  ProblemSink& problems_;
  bool new_file_ = false;
  uint64_t read_ = 0;
  uint64_t bad_ = 0;
  uint64_t metadata_lines_ = 0;
};

}  // namespace wax::cdx
