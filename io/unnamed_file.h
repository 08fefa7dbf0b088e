// Temporary files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wax::io {

// The folder for temporary files: `named` unless it is empty, then $TMPDIR,
// else /tmp.
[[nodiscard]] std::string temp_folder(const std::string& named);

// A temporary file without a name: nothing of it stays behind, however the
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
