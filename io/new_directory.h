// A directory that appears whole or not at all.
#pragma once

#include <optional>
#include <string>

#include "io/temp_files.h"

namespace wax::io {

// Built beside its name, as NAME.part-PID, in a folder that is made where it is
// missing. Without finish() destruction removes what was built.
class NewDirectory {
 public:
  // Throws UsageError when `path` exists and may not be replaced, IoError.
  NewDirectory(std::string path, bool force);
  ~NewDirectory();
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;

  // Where to put files until finish().
  [[nodiscard]] const std::string& part() const { return part_; }
  // The name it will have.
  [[nodiscard]] const std::string& path() const { return path_; }

  // Syncs and puts the directory under its name. One that stood there is
  // exchanged in one step, then removed. Its files must have been synced.
  void finish();

 private:
  std::string path_;
  std::string part_;
  bool force_;
  bool finished_ = false;
  std::optional<TempFile> temp_file_;  // watches over part_
};

}  // namespace wax::io
