// Lucene++'s own check of an index.
#pragma once

#include <string>

namespace wax::index {

// Runs CheckIndex over the index at `path`. Empty when it finds no fault, else
// what it says. Throws UsageError, IoError, FormatError as IndexReader::open().
[[nodiscard]] std::string lucene_check(const std::string& path);

}  // namespace wax::index
