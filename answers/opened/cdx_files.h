// The CDX files that somebody names for a collection.
#pragma once

#include <string>
#include <vector>

namespace wax::answers {

// Throws Error for a file whose lines are not CDX lines, such as a list of
// captures. One that cannot be opened is told by the collection.
void check_cdx_files(const std::vector<std::string>& files);

}  // namespace wax::answers
