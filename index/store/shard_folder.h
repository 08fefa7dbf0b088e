// The folders of a collection: DIR/pindexes/SHARD/INDEX.
#pragma once

#include <string>
#include <vector>

namespace wax::index {

// The name of the index of a shard that has its documents.
inline constexpr const char* kMainIndex = "main";

[[nodiscard]] bool is_index(const std::string& path);
[[nodiscard]] bool is_collection(const std::string& path);

// The paths of the shards of a collection, in order of their names, without
// those of which "main" is still being made. Throws IoError.
[[nodiscard]] std::vector<std::string> shards_of(const std::string& collection);

// The paths of the indexes in a folder, in the order in which they own fields:
// by name, but "main" last. Those being built are left out. Throws IoError.
[[nodiscard]] std::vector<std::string> parallel_indexes(
    const std::string& folder);

// The same for a shard. Throws UsageError when it has no "main"; IoError.
[[nodiscard]] std::vector<std::string> indexes_of_shard(
    const std::string& shard);

}  // namespace wax::index
