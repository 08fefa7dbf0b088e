// Captures as Python has them, one after another.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cdx/format/line_fields.h"
#include "lines/line_stream.h"
#include "python/problems.h"
#include "python/reading.h"

namespace wax::python {

// The place of a line in a file; number 0: it is not known any more.
struct RowPlace {
  std::string file;
  uint64_t number = 0;
};

// Lines, what goes above them, and what they need to live.
struct LinesWithTop {
  std::string top;  // header and identity, each with "\n"
  std::unique_ptr<lines::LineStream> lines;
  std::shared_ptr<void> needs;
  // The place of the line that was read last; null: not known.
  std::function<RowPlace()> place = nullptr;
};

// One line of a stream, with the columns that it has.
struct PythonCapture {
  std::string line;
  // Values by the names of kCaptureFields; empty when the line has no such
  // field.
  std::vector<std::string> values;
};

// The fields of each capture, by their names in CDXJ.
inline constexpr const char* kCaptureFields[] = {
    "urlkey",   "timestamp",  "url",    "mime",   "status",  "digest",
    "redirect", "robotflags", "length", "offset", "filename"};

// A lazy stream: what it is made of is opened for the first line, and read some
// hundred lines at a time, without the GIL.
class CaptureStream {
 public:
  using Open = std::function<LinesWithTop(const std::vector<std::string>&,
                                          ProblemSink&)>;
  // With the GIL. `told` as in HeldProblems.
  CaptureStream(std::vector<std::string> paths, pybind11::object told,
                Open open);
  // NOLINTNEXTLINE(bugprone-exception-escape): without an interpreter it ends.
  ~CaptureStream() { drop(); }
  CaptureStream(const CaptureStream&) = delete;
  CaptureStream& operator=(const CaptureStream&) = delete;

  // Ends the threads that read ahead. With the GIL. Throws BusyError.
  void close();

  // The next capture; null at the end. Lines that are none are reported
  // ("cdx-bad-line"), metadata lines are passed over.
  [[nodiscard]] std::unique_ptr<PythonCapture> next();
  // Reads captures that were not given yet for a function, which gets each line
  // and its fields, and returns whether it wants more. Returns how many there
  // were. With the GIL, which the function has not.
  uint64_t each(const std::function<bool(std::string_view line,
                                         const cdx::LineFields&)>& use);
  // Writes what is left as a file, with header, and returns its lines.
  [[nodiscard]] uint64_t write(const std::string& path, bool force);
  [[nodiscard]] std::string header();
  [[nodiscard]] HeldProblems& problems() { return problems_; }

 private:
  template <typename Work>
  void run(Work work);
  // Without the GIL.
  void open();
  void end();
  // With the GIL.
  void drop();
  [[nodiscard]] bool read(std::string_view& line);
  void read_ahead();
  void throw_failure();
  void report_bad(std::string_view line);

  std::vector<std::string> paths_;
  HeldProblems problems_;
  Open open_;
  Turn turn_;
  LinesWithTop lines_;
  std::unique_ptr<cdx::CdxLines> cdx_;
  cdx::LineFields fields_;
  // Changed with the GIL, or with the turn.
  std::vector<std::unique_ptr<PythonCapture>> ready_;
  size_t given_ = 0;           // of those
  std::exception_ptr failed_;  // to be thrown after those
};

void declare_capture_stream(pybind11::module_& module);

}  // namespace wax::python
