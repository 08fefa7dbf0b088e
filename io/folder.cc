#include "io/folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "io/error.h"

namespace wax::io {

namespace fs = std::filesystem;

void make_folders(const std::string& path) {
  std::error_code failure;
  fs::create_directories(path, failure);
  if (failure) throw IoError(path, "create", failure.value());
}

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failure;
  fs::directory_iterator entry(folder, failure);
  for (; !failure && entry != fs::directory_iterator();
       entry.increment(failure)) {
    paths.push_back(entry->path().string());
  }
  if (failure) throw IoError(folder, "list", failure.value());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace wax::io
