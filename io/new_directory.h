// A directory that appears whole or not at all.
#pragma once

#include <optional>
#include <string>

#include "io/temp_files.h"

namespace wax::io {

// Puts the directory `part` under the name `path`, for good. One that stands
// there is exchanged with it in one step, then removed; without `force` it must
// not be there. Throws IoError.
void move_directory(const std::string& part, const std::string& path,
                    bool force);

// It is built beside its final place, as NAME.part-PID. A missing parent folder
// is made. Without finish(), the destructor removes what was built.
class NewDirectory {
 public:
  // Throws UsageError if `path` exists and must not be replaced, or if another
  // process is building it, which the message names; and IoError.
  NewDirectory(std::string path, bool force);
  ~NewDirectory();
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;

  // The folder for files until finish().
  [[nodiscard]] const std::string& part() const { return part_; }
  // The final name.
  [[nodiscard]] const std::string& path() const { return path_; }

  // Syncs the directory and gives it its final name. It takes the place of a
  // directory of that name in one step; then the old one is removed. The files
  // in it must be synced before.
  void finish();

 private:
  std::string path_;
  std::string part_;
  bool force_;
  bool finished_ = false;
  int lock_ = -1;                      // of part_, as long as it is being built
  std::optional<TempFile> temp_file_;  // for part_
};

}  // namespace wax::io
