// Writes the files of block_file.h.
#pragma once

#include <string>

namespace wax::index {

// Writes the file of each segment of the index in `directory`; none for a
// segment without frequent terms. Reads the postings of all frequent terms.
// Throws IoError, FormatError.
void write_blocks(const std::string& directory);

}  // namespace wax::index
