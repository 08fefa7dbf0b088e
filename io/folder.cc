#include "io/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "io/error.h"

namespace wax::io {

namespace fs = std::filesystem;

void refuse_url_as_folder(const std::string& path) {
  if (path.find("://") == path.npos) return;
  throw UsageError(path +
                   ": a folder can only be written to a disk, not to a URL");
}

void make_folders(const std::string& path) {
  refuse_url_as_folder(path);
  std::error_code failure;
  std::vector<std::string> above;  // of those that are missing
  for (fs::path folder = path; !folder.empty() && !fs::exists(folder, failure);
       folder = folder.parent_path()) {
    above.push_back(folder.parent_path().string());
  }
  failure.clear();
  fs::create_directories(path, failure);
  if (failure) throw IoError(path, "create", failure.value());
  for (const std::string& folder : above) sync_folder(folder);
}

void sync_folder(const std::string& path) {
  const std::string folder = path.empty() ? "." : path;
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  const int code = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  // Not an error: the file system cannot do that with folders.
  if (code != 0 && code != EINVAL && code != EROFS && code != EBADF &&
      code != EOPNOTSUPP && code != ENOSYS) {
    throw IoError(folder, "sync", code);
  }
}

std::vector<std::string> entries_of(const std::string& folder) {
  // Without memory, directory_iterator of libstdc++ ends the process.
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()),
                                                 ::closedir);
  if (open == nullptr) throw IoError(folder, "list", errno);
  std::vector<std::string> paths;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      paths.push_back((fs::path(folder) / name).string());
    }
  }
  if (errno != 0) throw IoError(folder, "list", errno);
  std::sort(paths.begin(), paths.end());
  return paths;
}

void link_file(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return;
  if (errno != EPERM && errno != EINVAL && errno != EOPNOTSUPP &&
      errno != ENOSYS && errno != EMLINK && errno != EXDEV) {
    throw IoError(to, "link", errno);
  }
  std::error_code failure;
  fs::copy_file(from, to, failure);
  if (failure) throw IoError(to, "copy", failure.value());
  int fd = ::open(to.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw IoError(to, "open", errno);
  int code = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (code != 0) throw IoError(to, "sync", code);
}

}  // namespace wax::io
