// Opens the parallel indexes of a shard.
#pragma once

#include <string>
#include <vector>

#include "index/store/index_reader.h"
#include "index/store/reader_state.h"

namespace wax::index {

// The last path is that of the main index. Throws UsageError for indexes that
// do not go together or have no manifest, OtherVersion for those whose words
// were made by other rules; and as IndexDirectory.
[[nodiscard]] Shard open_shard(const std::vector<std::string>& paths,
                               const OpenOptions& options);

}  // namespace wax::index
