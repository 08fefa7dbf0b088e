// What must not stay behind when a signal ends the process: part files and
// part directories.
#pragma once

#include <atomic>
#include <string>

namespace wax::io {

// While it lives, remove_temp_files() removes `path`, a file or a directory
// with all it holds. It removes nothing itself. Threads may make them at once.
class TempFile {
 public:
  explicit TempFile(std::string path);
  ~TempFile();
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::atomic<const char*>* slot_;
};

// Safe to call in a signal handler.
void remove_temp_files() noexcept;

}  // namespace wax::io
