#include "io/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "io/error.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

// The process that /proc/locks names; "another process" when it names none.
std::string holder_of_lock(ino_t folder) {
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number;
    std::string kind;
    std::string advisory;
    std::string access;
    std::string process;
    std::string file;
    words >> number >> kind >> advisory >> access >> process >> file;
    if (kind != "FLOCK" || access != "WRITE") continue;
    if (file.ends_with(':' + std::to_string(folder))) {
      return named_process(process);
    }
  }
  return "another process";
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, std::string file) {
  if (file.empty()) {
    file = fs::path(folder).lexically_normal().string();
    while (file.size() > 1 && file.back() == '/') file.pop_back();
    file = lock_path(file);
  }
  // Again when another process has replaced the folder meanwhile.
  for (int left = 100; left > 0; --left) {
    fd_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd_ < 0) throw IoError(folder, "open", errno);
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      struct stat status {};
      (void)::fstat(fd_, &status);
      ::close(std::exchange(fd_, -1));
      throw UsageError(folder + ": is being written by " +
                       holder_of_lock(status.st_ino));
    }
    try {
      file_ = LockFile(file, folder);
    } catch (const UsageError&) {
      ::close(std::exchange(fd_, -1));
      throw;
    } catch (const IoError&) {  // nobody can make a file there
    }
    if (is_named(fd_, folder)) return;
    file_ = {};
    ::close(std::exchange(fd_, -1));
  }
  throw IoError(folder, "lock", ESTALE);
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), file_(std::move(other.file_)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  file_ = std::move(other.file_);
  return *this;
}

}  // namespace wax::io
