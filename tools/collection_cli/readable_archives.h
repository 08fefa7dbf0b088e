// Archives that are to be read now and again later, as builds do.
#pragma once

#include <string>
#include <vector>

#include "collection/archives/watched_build.h"
#include "tools/cli/console.h"

namespace wax::tools::collection_cli {

// What is named and can be read: archives and WACZ files; folders stand for the
// files below them. Paths are absolute. What cannot be read is told to the
// console as an error, and left out. A zip file without archives is left out,
// and is a problem of the round; so is a folder that cannot be listed. Throws
// UsageError for "-", and as io::expand_folders().
[[nodiscard]] collection::BuildRound readable_archives(
    const std::vector<std::string>& named, cli::Console& console);

}  // namespace wax::tools::collection_cli
