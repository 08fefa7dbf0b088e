#include "io/temp_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "io/error.h"
#include "io/file_lock.h"
#include "io/leftovers.h"

namespace wax::io {
namespace {

// A list that only grows, as long as the most paths there were at once: a
// handler can walk it at any moment.
struct Slot {
  std::atomic<const char*> path;
  Slot* next;
};
std::atomic<Slot*> first_slot = nullptr;

// An entry that getdents64(2) fills.
struct Entry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[1];
};

bool is_self_or_parent(const char* name) {
  return name[0] == '.' &&
         (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

// opendir() allocates, which a handler must not.
void remove_at(int folder, const char* name, int depth) {
  if (::unlinkat(folder, name, 0) == 0 || errno == ENOENT || depth == 0) return;
  int fd =
      ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return;
  alignas(Entry) char block[4096];
  long size;
  while ((size = ::syscall(SYS_getdents64, fd, block, sizeof block)) > 0) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const Entry*>(block + at);
      if (!is_self_or_parent(entry->name)) {
        remove_at(fd, entry->name, depth - 1);
      }
      at += entry->length;
    }
  }
  ::close(fd);
  ::unlinkat(folder, name, AT_REMOVEDIR);
}

// The locks of all folders that live (leftovers.h).
struct TempFolderLocks {
  std::mutex mutex;  // guards by_path
  std::map<std::string, LockFile> by_path;
};

TempFolderLocks& temp_folder_locks() {
  static auto& locks = *new TempFolderLocks;  // folders may be static, too
  return locks;
}

// Names what chooses the folder: the same command ends in the same way.
IoError temp_error(const std::string& folder, std::string_view what, int code) {
  return {folder,
          std::string(what) +
              " a temporary file (--tmpdir or TMPDIR names another folder)",
          code};
}

int open_unnamed(const std::string& folder) {
  int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  // Not every file system has O_TMPFILE.
  if (descriptor < 0 &&
      (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string name = folder + "/wax-XXXXXX";
    descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(name.c_str());
  }
  if (descriptor < 0) throw temp_error(folder, "create", errno);
  return descriptor;
}

}  // namespace

TempFile::TempFile(std::string path) : path_(std::move(path)), slot_(nullptr) {
  for (Slot* slot = first_slot; slot != nullptr; slot = slot->next) {
    const char* nothing = nullptr;
    if (slot->path.compare_exchange_strong(nothing, path_.c_str())) {
      slot_ = &slot->path;
      return;
    }
  }
  Slot* slot = new Slot{{path_.c_str()}, first_slot.load()};
  while (!first_slot.compare_exchange_weak(slot->next, slot)) {
  }
  slot_ = &slot->path;
}

TempFile::~TempFile() { slot_->store(nullptr); }

void remove_temp_files() noexcept {
  int code = errno;
  for (Slot* slot = first_slot; slot != nullptr; slot = slot->next) {
    const char* path = slot->path;
    if (path != nullptr) remove_at(AT_FDCWD, path, 16);
  }
  errno = code;
}

std::string temp_folder(const std::string& named) {
  if (!named.empty()) return named;
  const char* folder = ::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

TempFolder::TempFolder(const std::string& named, std::string_view name)
    : path_(temp_folder(named) + '/' + std::string(name) + "-XXXXXX") {
  remove_leftover_folders(temp_folder(named), name);
  if (::mkdtemp(path_.data()) == nullptr) {
    throw temp_error(temp_folder(named), "create", errno);
  }
  at_signals_.emplace(path_);
  try {
    LockFile lock(temp_folder_lock(path_), path_);
    TempFolderLocks& locks = temp_folder_locks();
    std::lock_guard guard(locks.mutex);
    locks.by_path[path_] = std::move(lock);
  } catch (const IoError& error) {
    ::rmdir(path_.c_str());
    throw temp_error(temp_folder(named), "create", error.code());
  }
}

TempFolder::~TempFolder() {
  std::error_code none;
  std::filesystem::remove_all(path_, none);
  TempFolderLocks& locks = temp_folder_locks();
  std::lock_guard guard(locks.mutex);
  locks.by_path.erase(path_);
}

UnnamedFile::UnnamedFile(const std::string& folder)
    : folder_(temp_folder(folder)), descriptor_(open_unnamed(folder_)) {}

UnnamedFile::~UnnamedFile() { ::close(descriptor_); }

void UnnamedFile::write(std::string_view bytes, uint64_t offset) {
  while (!bytes.empty()) {
    ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(),
                         static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw temp_error(folder_, "write", errno);
    offset += static_cast<uint64_t>(n);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

void UnnamedFile::read(char* out, size_t size, uint64_t offset) const {
  while (size > 0) {
    ssize_t n = ::pread(descriptor_, out, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      // None: somebody cut the file.
      throw IoError(folder_, "read a temporary file", n < 0 ? errno : EIO);
    }
    out += n;
    offset += static_cast<uint64_t>(n);
    size -= static_cast<size_t>(n);
  }
}

}  // namespace wax::io
