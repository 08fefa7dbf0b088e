// Files and directories that must not stay behind when a signal ends the
// process: those with unfinished output.
#pragma once

#include <atomic>
#include <string>

namespace wax::io {

// While the object lives, remove_temp_files() removes `path`, a file or a whole
// directory. The object itself removes nothing. Several threads may make such
// objects at once.
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

// A signal handler may call it.
void remove_temp_files() noexcept;

}  // namespace wax::io
