// Archives of a build that have come, moved or gone since the last one, and
// what is said of them.
#pragma once

#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "tools/cli/console.h"

namespace wax::tools::collection_cli {

// What the command line says of archives that a build knows.
struct ArchiveChanges {
  const std::string& moved;  // those at or below this path are at `place` now
  const std::string& place;
  const std::vector<std::string>& forget;
};

// What tar, cp -r or scp have copied is known by its bytes.
void know_copies(const std::string& out, collection::BuildRecord& record,
                 cli::Console& console);

// Follows archives that moved, and forgets those that the changes name. Takes
// out of `archives` links to known ones and copies of them. Throws as
// collection::follow_archives() and forget_archives().
void follow_and_forget(const std::string& out, const ArchiveChanges& changes,
                       std::vector<std::string>& archives,
                       collection::BuildRecord& record, cli::Console& console);

}  // namespace wax::tools::collection_cli
