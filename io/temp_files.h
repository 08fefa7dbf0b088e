// Files and directories that must be removed when a signal ends the process:
// those with unfinished output.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

// The folder for temporary files: `named` unless it is empty, then $TMPDIR,
// else /tmp.
[[nodiscard]] std::string temp_folder(const std::string& named);

// A folder for temporary files, which goes with the object.
class TempFolder {
 public:
  // In temp_folder(named), with a name that begins with `name`. Throws IoError.
  TempFolder(const std::string& named, std::string_view name);
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::optional<TempFile> at_signals_;
};

// A temporary file without a name: nothing of it stays on disk, however the
// program ends.
class UnnamedFile {
 public:
  // In temp_folder(folder). Throws IoError.
  explicit UnnamedFile(const std::string& folder = {});
  ~UnnamedFile();
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;

  // Several threads may call both. They throw IoError.
  void write(std::string_view bytes, uint64_t offset);
  // It is an error if the file has fewer than `size` bytes from `offset` on.
  void read(char* out, size_t size, uint64_t offset) const;

  // It is valid as long as the object.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string folder_;
  int descriptor_;
};

}  // namespace wax::io
