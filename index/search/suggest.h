// Other words for a query that finds little.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "index/match/hits.h"
#include "index/store/index_reader.h"

namespace wax::index {

// With fewer hits, a suggestion is worth looking for.
inline constexpr uint64_t kFewHits = 3;

// The query with the words that few documents have replaced by words of the
// index that are near (one edit; two for words of more than five characters)
// and that many more documents have, as most of the best hits write them: with
// accents. Empty unless the new query has more than `total` hits, so nothing is
// suggested that hidden documents alone have. Throws as Searcher::search().
[[nodiscard]] std::string did_you_mean(const IndexReader& reader,
                                       std::string_view query, uint64_t total,
                                       const SearchOptions& options);

}  // namespace wax::index
