// Results of several readers, perhaps on several machines, that are the parts
// of one index.
#pragma once

#include <cstdint>
#include <vector>

#include "index/query/query.h"
#include "index/search/results.h"
#include "index/search/results_part.h"
#include "index/store/index_reader.h"

namespace wax::index {

// What find_results() needs of this reader, of the index of which it is a part:
// options.search.counts and options.fields are those of the whole index. Takes
// as long as find_results(). Memory: as that, and where hits are collapsed,
// some hundred bytes for each that stays. Throws as find_results().
[[nodiscard]] ResultsPart find_part(const IndexReader& reader,
                                    const Query& query,
                                    const ResultOptions& asked);

// Documents of the n-th part are numbered from n * kPartDocuments on.
inline constexpr uint64_t kPartDocuments = uint64_t{1} << 40;

// What find_results() gives for a reader that has the documents of all parts,
// one part after the other, with the same scores and in the same order; but
// in_shards is empty. `options` are those of the parts. A part that could not
// be had is empty, and says so in `missing`. Throws UsageError.
[[nodiscard]] Results join_results(std::vector<ResultsPart> parts,
                                   const ResultOptions& options);

}  // namespace wax::index
