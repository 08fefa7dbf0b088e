// One writer at a time in a folder.
#pragma once

#include <string>

#include "io/file_lock.h"

namespace wax::io {

// Excludes other processes that lock the same folder, until it is destroyed or
// the process ends. Those of this host are excluded by a lock of the folder,
// those of others by a file that is there as long as the lock is held: beside
// the folder (lock_path()), or where it is said. On file systems without locks
// it excludes nobody; where the file cannot be made, no other host.
class FolderLock {
 public:
  // No lock.
  FolderLock() = default;
  // Throws UsageError, which names the process that has the lock; IoError.
  explicit FolderLock(const std::string& folder, std::string file = {});
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

 private:
  int fd_ = -1;
  LockFile file_;
};

}  // namespace wax::io
