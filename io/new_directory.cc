#include "io/new_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "io/error.h"
#include "io/folder_lock.h"
#include "io/leftovers.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

void sync(const std::string& directory) {
  int fd = ::open(directory.empty() ? "." : directory.c_str(),
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

int locked(const std::string& directory) {
  int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // File systems without locks: nobody is told.
  if (fd >= 0) ::flock(fd, LOCK_EX | LOCK_NB);
  return fd;
}

// "process 17 (wax-index)", of the process that builds `path` besides this one;
// empty when there is none.
std::string other_builder(const std::string& path, const std::string& part) {
  const std::string begin = fs::path(path).filename().string() + ".part-";
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::string name = it->path().filename().string();
    if (!name.starts_with(begin) || it->path() == fs::path(part)) continue;
    if (name == fs::path(part).filename().string()) continue;
    int fd = ::open(it->path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) continue;
    bool is_held = ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(fd);
    if (!is_held) continue;  // a killed process left it
    return named_process(std::string_view(name).substr(begin.size()));
  }
  return {};
}

}  // namespace

NewDirectory::NewDirectory(std::string path, bool force)
    : path_(std::move(path)), force_(force) {
  while (path_.size() > 1 && path_.back() == '/') path_.pop_back();
  part_ = path_ + ".part-" + std::to_string(::getpid());
  std::error_code failure;
  fs::file_status status = fs::symlink_status(path_, failure);
  if (fs::exists(status)) {
    if (!force_) {
      throw UsageError(path_ + ": already exists; --force replaces it");
    }
    if (!fs::is_directory(status)) throw IoError(path_, "replace", ENOTDIR);
  }
  fs::path parent = fs::path(path_).parent_path();
  if (!parent.empty() && !fs::exists(parent) &&
      !fs::create_directories(parent, failure)) {
    throw IoError(parent.string(), "create", failure.value());
  }
  // What a killed process with this number left behind.
  fs::remove_all(part_, failure);
  temp_file_.emplace(part_);
  if (!fs::create_directory(part_, failure)) {
    throw IoError(path_, "create", failure ? failure.value() : EEXIST);
  }
  lock_ = locked(part_);
  if (std::string other = other_builder(path_, part_); !other.empty()) {
    fs::remove_all(part_, failure);
    if (lock_ >= 0) ::close(lock_);
    throw UsageError(path_ + ": is being written by " + other);
  }
  remove_leftovers(path_);
}

NewDirectory::~NewDirectory() {
  if (lock_ >= 0) ::close(lock_);
  if (finished_) return;
  std::error_code ignored;
  fs::remove_all(part_, ignored);
}

void move_directory(const std::string& part, const std::string& path,
                    bool force) {
  sync(part);
  // Another process may have made the name meanwhile: never replaced unasked.
  if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, path.c_str(),
                  RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST && force) {
      if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, path.c_str(),
                      RENAME_EXCHANGE) != 0) {
        throw IoError(path, "replace", errno);
      }
      std::error_code failure;
      fs::remove_all(part, failure);
      if (failure) throw IoError(part, "remove", failure.value());
    } else if (errno == EINVAL) {
      // File systems without RENAME_NOREPLACE: rename() refuses a directory
      // that holds anything.
      std::error_code failure;
      if (force) fs::remove_all(path, failure);
      if (::rename(part.c_str(), path.c_str()) != 0) {
        throw IoError(path, "rename", errno);
      }
    } else {
      throw IoError(path, "rename", errno);
    }
  }
  sync(fs::path(path).parent_path().string());
}

void NewDirectory::finish() {
  move_directory(part_, path_, force_);
  finished_ = true;
  temp_file_.reset();
}

}  // namespace wax::io
