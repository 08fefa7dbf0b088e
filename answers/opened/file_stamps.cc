#include "answers/opened/file_stamps.h"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "io/folder.h"

namespace wax::answers {

void append_stamp(const std::string& path, std::string& out) {
  struct stat status {};
  out += path;
  if (::stat(path.c_str(), &status) == 0) {
    for (uint64_t value : {uint64_t{status.st_dev}, uint64_t{status.st_ino},
                           static_cast<uint64_t>(status.st_size),
                           static_cast<uint64_t>(status.st_mtim.tv_sec),
                           static_cast<uint64_t>(status.st_mtim.tv_nsec)}) {
      out += ' ' + std::to_string(value);
    }
  }
  out += '\n';
}

void append_folder_stamp(const std::string& folder, int depth,
                         std::string& out) {
  append_stamp(folder, out);
  std::error_code none;
  if (depth == 0 || !std::filesystem::is_directory(folder, none)) return;
  for (const std::string& entry : io::entries_of(folder)) {
    if (std::filesystem::is_directory(entry, none)) {
      append_folder_stamp(entry, depth - 1, out);
    }
  }
}

}  // namespace wax::answers
