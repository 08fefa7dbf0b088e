// By what a change of a file is noticed without reading it.
#pragma once

#include <string>

namespace wax::io {

enum class StampOf {
  kBytes,  // size, and when the bytes were written: hard links keep it
  // Also when it was renamed or replaced by one of the same size and time.
  kFile,
};

// The state of a file: another text when it has changed. kNoFile when there is
// none; errno then says why.
[[nodiscard]] std::string file_stamp(const std::string& path, StampOf what);
inline constexpr const char* kNoFile = "missing";

// When the names in a folder have last changed; or kNoFile.
[[nodiscard]] std::string folder_stamp(const std::string& path);

}  // namespace wax::io
