// Lucene++ as the reference of our own reading: the same hits, slowly.
#pragma once

#include <memory>

#include "index/store/search_engine.h"

namespace wax::index {

// Memory of a search: 8 bytes for each document that a part of the query
// matches. For one thread.
[[nodiscard]] std::shared_ptr<const SearchEngine> lucene_engine();

}  // namespace wax::index
