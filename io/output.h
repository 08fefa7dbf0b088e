// Where bytes go: standard output, or a file that appears whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace wax::io {

class Output {
 public:
  // Without finish(), the destructor drops what was written, and no file of
  // that name appears.
  virtual ~Output() = default;
  // Buffered. Throws IoError (a full disk, ...) or ClosedPipe.
  virtual void write(std::string_view bytes) = 0;
  // Gives what is buffered to the system, so that the reader of a pipe sees it.
  virtual void flush() = 0;
  // Flushes, syncs and renames the file. Call it once, as the last.
  virtual void finish() = 0;
};

// "-" is standard output. A file is written as NAME.part-PID; finish() syncs
// and renames it. Throws UsageError if the file exists, unless `force`.
[[nodiscard]] std::unique_ptr<Output> open_output(const std::string& path,
                                                  bool force);

// A new file as open_output() makes it; what is written to a file that exists
// comes after its bytes. No write() is torn apart, so several processes may add
// lines to one file, as long as each write() is a line of less than 64 KiB.
// Without finish(), a part of the bytes may be there.
[[nodiscard]] std::unique_ptr<Output> open_appending_output(
    const std::string& path);

// An output that keeps its bytes in `bytes`, which must outlive it.
[[nodiscard]] std::unique_ptr<Output> open_memory(std::string& bytes);

// Opens an output like open_output() with `force`; but a file that has just
// these bytes already stays, so that its time tells when it changed.
[[nodiscard]] std::unique_ptr<Output> open_changing_output(
    const std::string& path);

}  // namespace wax::io
