// The capture lines of several files, with some of their fields.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_fields.h"
#include "io/problem.h"

namespace wax::cdx {

// One file after another, order kept. Headers are taken out, and must agree, as
// must the kinds of URL keys: of each file, captures are looked at until one
// tells it.
class FieldLines {
 public:
  // `paths`: "-" is standard input. `problems` outlives this.
  FieldLines(std::vector<std::string> paths, LineFields fields,
             ProblemSink& problems);

  // Keys may be of several kinds.
  void allow_mixed_keys() { header_.allow_mixed_keys(); }

  enum class Line { kCapture, kMetadata, kEnd };
  // A line that is neither capture nor note is reported as "cdx-bad-line" and
  // passed over. Throws what CdxLines, SharedHeader and LineFields do.
  [[nodiscard]] Line next(std::string_view& line);

  // Of the last capture.
  [[nodiscard]] const LineFields& fields() const { return fields_; }
  // True once after the first line of a file.
  [[nodiscard]] bool take_new_file();

  // "FILE: line N", for messages about the last line.
  [[nodiscard]] const std::string& file() const;
  [[nodiscard]] uint64_t line_number() const;
  // Reports the last line, which the caller cannot use, as lost.
  void report_bad(std::string_view id, std::string_view why);

  // Empty until a file with a header was read.
  [[nodiscard]] const std::string& header() const { return header_.text(); }
  // Captures and bad lines so far.
  [[nodiscard]] uint64_t read() const { return read_; }
  [[nodiscard]] uint64_t bad() const { return bad_; }
  [[nodiscard]] uint64_t notes() const { return notes_; }

 private:
  std::vector<std::string> paths_;
  LineFields fields_;
  ProblemSink& problems_;
  size_t next_path_ = 0;
  std::unique_ptr<CdxLines> file_;
  bool new_file_ = false;
  bool kind_known_ = false;  // of the file's keys
  SharedHeader header_;
  uint64_t read_ = 0;
  uint64_t bad_ = 0;
  uint64_t notes_ = 0;
};

}  // namespace wax::cdx
