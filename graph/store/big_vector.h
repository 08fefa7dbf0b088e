// Numbers of nodes that may be more than fit into memory.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "io/error.h"
#include "io/temp_files.h"

namespace wax::graph {

enum class Place { kMemory, kDisk };

// `size` values, zero at first. On disk, they lie in an UnnamedFile of
// io::temp_folder(folder), which is mapped: the system keeps in memory what it
// has room for. Any number of threads may use different values. The constructor
// throws IoError, also when the disk has no room for all of them.
template <typename T>
class BigVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  BigVector(uint64_t size, const std::string& folder,
            Place place = Place::kDisk)
      : size_(size) {
    if (size == 0) return;
    size_t bytes = static_cast<size_t>(size) * sizeof(T);
    // Small ones cost no file.
    if (place == Place::kMemory || bytes <= kSmall) {
      map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1, folder);
      return;
    }
    file_.emplace(folder);
    int code =
        ::posix_fallocate(file_->descriptor(), 0, static_cast<off_t>(bytes));
    if (code != 0) throw IoError(io::temp_folder(folder), "allocate", code);
    map(bytes, MAP_SHARED, file_->descriptor(), folder);
  }
  ~BigVector() {
    if (values_ != nullptr) {
      ::munmap(values_, static_cast<size_t>(size_) * sizeof(T));
    }
  }
  BigVector(const BigVector&) = delete;
  BigVector& operator=(const BigVector&) = delete;

  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] T* data() { return values_; }
  [[nodiscard]] const T* data() const { return values_; }
  T& operator[](uint64_t i) { return values_[i]; }
  const T& operator[](uint64_t i) const { return values_[i]; }

 private:
  static constexpr size_t kSmall = 1 << 20;

  void map(size_t bytes, int flags, int descriptor, const std::string& folder) {
    void* values =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
    if (values == MAP_FAILED) {
      throw IoError(io::temp_folder(folder), "map", errno);
    }
    values_ = static_cast<T*>(values);
  }

  std::optional<io::UnnamedFile> file_;
  uint64_t size_;
  T* values_ = nullptr;
};

}  // namespace wax::graph
