#include "io/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "io/error.h"

namespace wax::io {
namespace {

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

bool is_same_folder(int fd, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

std::string named_process(std::string_view number) {
  std::string command;
  std::ifstream("/proc/" + std::string(number) + "/comm") >> command;
  return "process " + std::string(number) +
         (command.empty() ? "" : " (" + command + ")");
}

FolderLock::FolderLock(const std::string& folder) {
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
    if (is_same_folder(fd_, folder)) return;
    ::close(std::exchange(fd_, -1));
  }
  throw IoError(folder, "lock", ESTALE);
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

}  // namespace wax::io
