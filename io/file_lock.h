// Locks of files, which processes on other hosts see, too.
#pragma once

#include <string>
#include <string_view>

namespace wax::io {

// This process, as it is written to a file that others wait for:
// "17 b.example".
[[nodiscard]] std::string process_text();

// From that text, or a number alone: "process 17 (wax-index)", of another host
// "process 17 on b.example"; without a number "another process".
[[nodiscard]] std::string named_process(std::string_view text);

// Whether the process of that text runs, or may run: on another host, nobody
// can tell. False without a number, and for a zombie.
[[nodiscard]] bool may_be_running(std::string_view text);

enum class LockKind { kShared, kExclusive };

// Locks a file until all descriptors of this open file are closed, also those
// of child processes. File servers (NFS, SMB) pass such locks on to other
// hosts, which they do not with locks of folders. `fd` must be open for
// writing, for a shared lock for reading. Never waits: false when another open
// file has a lock against it. True on file systems without locks, too.
[[nodiscard]] bool lock_file(int fd, LockKind kind);

// Whether the file system of the open file has such locks.
[[nodiscard]] bool has_locks(int fd);

// Whether the open file still has that path.
[[nodiscard]] bool is_named(int fd, const std::string& path);

// A lock with a file of its own, which is there as long as the lock is held. A
// killed process may leave the file, but not the lock.
class LockFile {
 public:
  // No lock.
  LockFile() = default;
  // Makes the file `path`. Throws UsageError "WHAT: is being written by ..."
  // when another process has the lock; IoError when the file cannot be made.
  LockFile(std::string path, const std::string& what);
  ~LockFile();
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;

 private:
  std::string path_;
  int fd_ = -1;
};

// The path of the lock of those who make or change `path`: beside it, by a name
// that all readers of folders pass over.
[[nodiscard]] std::string lock_path(const std::string& path);

}  // namespace wax::io
