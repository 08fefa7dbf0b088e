// One writer at a time in a folder.
#pragma once

#include <string>
#include <string_view>

namespace wax::io {

// "process 17 (wax-index)".
[[nodiscard]] std::string named_process(std::string_view number);

// Excludes other processes that lock the same folder, until it is destroyed or
// the process ends. It leaves nothing in the folder. On file systems without
// locks it excludes nobody.
class FolderLock {
 public:
  // No lock.
  FolderLock() = default;
  // Throws UsageError, which names the process that has the lock; IoError.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

 private:
  int fd_ = -1;
};

}  // namespace wax::io
