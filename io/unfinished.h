// What must not stay behind when a signal ends the process: part files and
// part directories.
#pragma once

#include <atomic>
#include <string>

namespace wax::io {

// While it lives, remove_unfinished() removes `path`, a file or a directory
// with all it holds. It removes nothing itself. Threads may make them at once.
class Unfinished {
 public:
  explicit Unfinished(std::string path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::atomic<const char*>* slot_;
};

// Safe to call in a signal handler.
void remove_unfinished() noexcept;

}  // namespace wax::io
