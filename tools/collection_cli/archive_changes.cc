#include "tools/collection_cli/archive_changes.h"

#include <cstddef>

#include "collection/archives/archive_copies.h"
#include "collection/archives/archive_moves.h"
#include "collection/archives/known_files.h"

namespace wax::tools::collection_cli {
namespace {

void tell_copies(const std::vector<collection::LeftOutCopy>& copies,
                 cli::Console& console) {
  if (copies.empty()) return;
  console.message("archives left out as copies " +
                  std::to_string(copies.size()) + ": " +
                  copies.front().archive + " has the same bytes as " +
                  copies.front().of + (copies.size() > 1 ? ", ..." : ""));
}

}  // namespace

void know_copies(const std::string& out, collection::BuildRecord& record,
                 cli::Console& console) {
  const collection::KnownFiles known(out);
  if (known.is_copied()) {
    console.message(out + " was copied: files that have the bytes they had " +
                    std::to_string(known.give_times_back()));
  }
  const std::vector<collection::ArchiveMove> moves =
      known.moves_with_out(record);
  collection::follow_archives(out, moves, record);
  record.ranks = known.place_now(record.ranks);
  const size_t same = known.know_copied_archives(record) + moves.size();
  if (same > 0) {
    console.message("archives with other times and the same bytes " +
                    std::to_string(same));
  }
}

void follow_and_forget(const std::string& out, const ArchiveChanges& changes,
                       std::vector<std::string>& archives,
                       collection::BuildRecord& record, cli::Console& console) {
  if (!changes.moved.empty()) {
    const std::vector<collection::ArchiveMove> moves =
        collection::moves_between(record, changes.moved, changes.place);
    collection::follow_archives(out, moves, record);
    console.message("archives followed " + std::to_string(moves.size()));
  }
  for (const std::string& name : changes.forget) {
    const size_t count = collection::forget_archives(out, name, record);
    console.message("archives forgotten " + std::to_string(count));
  }
  const std::vector<collection::ArchiveMove> moves =
      collection::find_moves(out, record, archives, {});
  collection::follow_archives(out, moves, record);
  if (!moves.empty()) {
    console.message("archives followed " + std::to_string(moves.size()) + ": " +
                    moves.front().from + " is " + moves.front().to + " now" +
                    (moves.size() > 1 ? ", ..." : ""));
  }
  if (size_t links = collection::leave_out_links(record, archives)) {
    console.message("archives known by another name " + std::to_string(links));
  }
  tell_copies(collection::leave_out_copies(archives, record), console);
}

}  // namespace wax::tools::collection_cli
