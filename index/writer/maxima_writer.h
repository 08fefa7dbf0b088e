// Writes the files of maxima.h.
#pragma once

#include <string>

namespace wax::index {

// Writes the file of each segment of the index in `directory`; none for a
// segment without frequent terms. Reads the postings of all frequent terms.
// Throws IoError, FormatError.
void write_maxima(const std::string& directory);

}  // namespace wax::index
