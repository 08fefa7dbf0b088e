// Loaded into a program before the C library (LD_PRELOAD): files whose path has
// $WAX_FAILING_READS in it are on a device that fails.
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

constexpr int kPopulateRead = 22;  // MADV_POPULATE_READ of Linux 5.14

bool fails(int fd) {
  const char* part = getenv("WAX_FAILING_READS");
  if (part == nullptr) return false;
  char link[32];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return false;
  path[size] = '\0';
  return strstr(path, part) != nullptr;
}

template <typename Function>
Function next_function(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// Where such files are in memory.
struct FailingRange {
  const char* begin;
  size_t size;
};
FailingRange failing_ranges[256];
size_t failing_count = 0;

}  // namespace

extern "C" {

ssize_t read(int fd, void* bytes, size_t size) {
  static auto next = next_function<decltype(&read)>("read");
  if (!fails(fd)) return next(fd, bytes, size);
  errno = EIO;
  return -1;
}

ssize_t pread(int fd, void* bytes, size_t size, off_t offset) {
  static auto next = next_function<decltype(&pread)>("pread");
  if (!fails(fd)) return next(fd, bytes, size, offset);
  errno = EIO;
  return -1;
}

void* mmap(void* at, size_t size, int protection, int flags, int fd,
           off_t offset) {
  static auto next = next_function<decltype(&mmap)>("mmap");
  void* mapped = next(at, size, protection, flags, fd, offset);
  if (fd >= 0 && mapped != MAP_FAILED && fails(fd) && failing_count < 256) {
    failing_ranges[failing_count++] = {static_cast<const char*>(mapped), size};
  }
  return mapped;
}

int munmap(void* at, size_t size) {
  static auto next = next_function<decltype(&munmap)>("munmap");
  for (size_t i = 0; i < failing_count; ++i) {
    if (failing_ranges[i].begin != at) continue;
    failing_ranges[i] = failing_ranges[--failing_count];
    break;
  }
  return next(at, size);
}

// As the system does for pages that cannot be read.
int madvise(void* at, size_t size, int advice) {
  static auto next = next_function<decltype(&madvise)>("madvise");
  const char* first = static_cast<const char*>(at);
  for (size_t i = 0; advice == kPopulateRead && i < failing_count; ++i) {
    const FailingRange& range = failing_ranges[i];
    if (first >= range.begin && first < range.begin + range.size) {
      errno = EFAULT;
      return -1;
    }
  }
  return next(at, size, advice);
}

}  // extern "C"
