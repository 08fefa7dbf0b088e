// Folders on disk.
#pragma once

#include <string>
#include <vector>

namespace wax::io {

// Throws UsageError when a folder is to be made at a URL: it can only be on a
// disk.
void refuse_url_as_folder(const std::string& path);

// Makes a folder, and those above it, where they are missing, and syncs their
// names, so that they are there after a failure of power. Throws IoError,
// and as refuse_url_as_folder().
void make_folders(const std::string& path);

// Syncs the names in a folder ("": the current one), if its file system can.
// Throws IoError when the disk fails.
void sync_folder(const std::string& path);

// The paths of what lies in a folder, in byte order. Throws IoError.
[[nodiscard]] std::vector<std::string> entries_of(const std::string& folder);

// Gives a file a second name, which must be free; on file systems without hard
// links it makes a synced copy. Throws IoError.
void link_file(const std::string& from, const std::string& to);

}  // namespace wax::io
