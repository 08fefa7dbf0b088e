// Answers queries by Lucene++, as the reference of our own reading. Only .cc
// files of this folder include this.
#pragma once

#include <vector>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/reader_state.h"

namespace wax::index {

// As Searcher::search(). Memory: 8 bytes for each document that a part of the
// query matches. For one thread.
[[nodiscard]] Hits lucene_search(const std::vector<Shard>& shards,
                                 uint64_t documents, const Query& query,
                                 uint64_t start, uint64_t count);

}  // namespace wax::index
