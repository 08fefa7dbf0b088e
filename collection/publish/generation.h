// OUT/pindexes, in which searches find the shards of a build.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "collection/record/build_messages.h"
#include "collection/steps/plan.h"

namespace wax::collection {

// Makes OUT/pindexes hold the shards OUT/shards/NAME, as hard links to their
// files, in one step: a folder with all of them takes the place of the one
// before. Files of OUT/pindexes that are whole stay where a copied OUT has
// damaged ones in OUT/shards, which `messages` tells. The folder before is
// OUT/pindexes.former until the next one takes its place:
// readers of it keep its files, on other hosts too, where a file that is
// removed cannot be read any more (NFS). Does nothing when OUT/pindexes holds
// the shards already. Waits for up to 20 seconds while a tool writes into one
// of the shards there, so that its column is not lost; then throws UsageError,
// which names the process.
//
// Columns and shards that no build makes stay: a build names shards by
// `batches`. Where the documents of such a column are in other shards than
// before, or in others of the shard's name, the column is made for them there
// (index::carry_column()). When that fails, OUT/pindexes stays as it was, and
// `messages` tells why: the result is false. Throws IoError; the generation
// before is then still there.
bool publish_shards(const std::string& out,
                    const std::vector<std::string>& names,
                    const std::vector<std::string>& batches,
                    const Resources& resources, BuildMessages& messages);

// The indexes that a build with shards of these names puts there, as
// "SHARD/INDEX". Throws IoError.
[[nodiscard]] std::vector<std::string> indexes_of_build(
    const std::string& out, const std::vector<std::string>& names);

// Whether a shard has a name that a build with these batches gives.
[[nodiscard]] bool is_own_shard(const std::string& name,
                                const std::set<std::string>& batches);

// Whether two folders are indexes with the same files, or copies of them.
[[nodiscard]] bool is_same_index(const std::string& a, const std::string& b);

// Removes what belongs to shards with other names: folders in OUT/shards, and
// those of merged shards in OUT/batches. Throws IoError.
void remove_other_shards(const std::string& out,
                         const std::vector<std::string>& names);

}  // namespace wax::collection
