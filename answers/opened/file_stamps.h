// Whether files are those that were read before.
#pragma once

#include <string>

namespace wax::answers {

// Appends a line that another one differs from when another file is at `path`,
// or none, or the file was written since.
void append_stamp(const std::string& path, std::string& out);

// Appends the stamps of a folder and of the folders in it: with `depth` 2, to
// that of pindexes/SHARD/INDEX. Throws IoError.
void append_folder_stamp(const std::string& folder, int depth,
                         std::string& out);

}  // namespace wax::answers
