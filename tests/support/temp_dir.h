// A folder that lives as long as the test that made it.
#pragma once

#include <string>
#include <string_view>

namespace wax::tests {

class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // The path of `name` in the folder; nothing is created.
  [[nodiscard]] std::string operator/(std::string_view name) const;
  // Writes a file and returns its path.
  std::string write(std::string_view name, std::string_view bytes) const;

 private:
  std::string path_;
};

[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace wax::tests
