// A directory that appears whole or not at all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/file_lock.h"
#include "io/temp_files.h"

namespace wax::io {

// Puts the directory `part` under the name `path`, for good. With `force` it
// takes the place of one of that name in one step, then the old one is removed;
// without, none may have the name. File systems that exchange no names (NFS,
// SMB, most of FUSE) take two steps: the old one is called PATH.part-before
// until the new one has the name. Throws IoError; the old one then has its
// name. With `kept`, the old one is not removed, but takes the place of a
// directory of that name, on the same file system.
void move_directory(const std::string& part, const std::string& path,
                    bool force, const std::string& kept = {});

// Gives its name back to the directory that a process had called
// PATH.part-before when it was killed between the two steps; removes such a
// directory when another one has the name. Not for a `path` that another
// process may be replacing. Returns whether the name was given back. Throws
// IoError.
bool restore_directory(const std::string& path);

// The directories that a tool makes: it replaces no others.
struct DirectoryKind {
  std::string name;  // for messages: "a segment"
  // Whether a directory has what all of these have.
  std::function<bool(const std::string& path)> has_mark;
  // What at or below a path right in such a directory does not belong to it;
  // empty: all does.
  std::function<std::string(const std::string& path)> foreign;
};

// The name that a file or directory will have, or had, which lies beside it
// under a name of .part-PID, .part-lock or .part-before; another name is
// returned as it is.
[[nodiscard]] std::string whole_name(const std::string& name);

// Throws UsageError when there is something at `path`, unless `force` is given
// and it is a directory that is empty, or of this kind and with nothing else in
// it, whose name the message has; and none of `inputs`, which are what is read
// meanwhile, is that directory, lies in it or has it in it, by whatever links
// and names. Inputs may also be "-", URLs, and entries of zip files. The
// message proposes --force only where it helps. Throws IoError.
void check_replaceable(const std::string& path, bool force,
                       const DirectoryKind& kind,
                       const std::vector<std::string>& inputs);

// It is built beside its final place, as NAME.part-PID, by one process at a
// time, which holds the lock NAME.part-lock. A missing parent folder is made.
// Without finish(), the destructor removes what was built.
class NewDirectory {
 public:
  // Throws as check_replaceable(), UsageError if another process is building
  // it, which the message names, and IoError.
  NewDirectory(std::string path, bool force, const DirectoryKind& kind,
               const std::vector<std::string>& inputs);
  ~NewDirectory();
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;

  // The folder for files until finish().
  [[nodiscard]] const std::string& part() const { return part_; }
  // The final name.
  [[nodiscard]] const std::string& path() const { return path_; }

  // Syncs the directory and gives it its final name (move_directory()). The
  // files in it must be synced before.
  void finish();

 private:
  std::string path_;
  std::string part_;
  bool force_;
  bool finished_ = false;
  LockFile lock_;
  std::optional<TempFile> temp_file_;  // for part_
};

}  // namespace wax::io
