#include "io/temp_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <utility>

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

}  // namespace wax::io
