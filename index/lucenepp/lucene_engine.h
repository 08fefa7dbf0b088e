// Lucene++ as the reference of our own reading, slowly; its check of an index.
#pragma once

#include <memory>
#include <string>

#include "index/store/search_engine.h"

namespace wax::index {

// Memory of a search: 8 bytes for each document that a part of the query
// matches. For one thread.
[[nodiscard]] std::shared_ptr<const SearchEngine> lucene_engine();

// Runs CheckIndex over the index at `path`. Empty when it finds no fault, else
// what it says. Throws UsageError, IoError, FormatError as IndexReader::open().
[[nodiscard]] std::string lucene_check(const std::string& path);

}  // namespace wax::index
