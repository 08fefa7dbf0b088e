// Where bytes go: standard output, or a file that appears whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace wax::io {

class Output {
 public:
  // Without finish() before it, destruction drops what was written: a new file
  // never appears under its name.
  virtual ~Output() = default;
  // Buffered. Throws IoError (a full disk, ...) or ClosedPipe.
  virtual void write(std::string_view bytes) = 0;
  // Hands what is buffered to the system, so that a reader of a pipe sees it.
  virtual void flush() = 0;
  // Flushes, syncs and renames the file into place. Call once, last.
  virtual void finish() = 0;
};

// "-" is standard output. A file is written beside its name as NAME.part-PID,
// synced and renamed by finish(). An existing file is refused with a UsageError
// unless `force`.
[[nodiscard]] std::unique_ptr<Output> open_output(const std::string& path,
                                                  bool force);

// An output that keeps its bytes in `bytes`, which must outlive it.
[[nodiscard]] std::unique_ptr<Output> open_memory(std::string& bytes);

}  // namespace wax::io
