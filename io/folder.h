// Folders on disk.
#pragma once

#include <string>
#include <vector>

namespace wax::io {

// Makes a folder, and those above it, where they are missing. Throws IoError.
void make_folders(const std::string& path);

// The paths of what lies in a folder, in byte order. Throws IoError.
[[nodiscard]] std::vector<std::string> entries_of(const std::string& folder);

}  // namespace wax::io
