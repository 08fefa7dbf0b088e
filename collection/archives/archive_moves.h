// Archives of a build that were moved, renamed, recompressed or deleted.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/record/build_messages.h"
#include "collection/record/build_record.h"

namespace wax::collection {

// The name of an archive without its folder: "a.warc.gz",
// "a.wacz!/archive/b.warc".
[[nodiscard]] std::string_view own_name(std::string_view archive);

// Lists the captures of an archive as the build does, by wax-warc-indexer from
// the folder `tools` (empty: this program's), and calls `use` with the path of
// the list, which is removed afterwards. Throws Error.
void list_captures(const std::string& out, const BuildRecord& record,
                   const std::string& archive, const std::string& tools,
                   const std::function<void(const std::string& list)>& use);

// The archives of a batch that are no longer there; URLs are not looked at.
[[nodiscard]] std::vector<std::string> missing_archives(const Batch& batch);

// An archive that has another path than the build knows.
struct ArchiveMove {
  std::string from;
  std::string to;
};

// Makes the record know archives by their new paths, and writes it; problems
// that were accepted follow them. Steps that read a file of the same name and
// size are not run again, if its time or its checksum (known_files.h) is the
// same; for others,
// what was made of the old one is replaced when the steps run. Archives of
// `moves` that no batch has are passed over. Throws IoError.
void follow_archives(const std::string& out,
                     const std::vector<ArchiveMove>& moves,
                     BuildRecord& record);

// The moves by which missing archives that lay at or below `from` lie at or
// below `to` now. Throws UsageError when the record has no archive there, or
// one of them is not at its new place.
[[nodiscard]] std::vector<ArchiveMove> moves_between(const BuildRecord& record,
                                                     const std::string& from,
                                                     const std::string& to);

// The moves of missing archives to those of `archives`: to a file of the same
// name and size, and the same time or checksum; else to one with the same
// captures (URL key, date, URL, media type, status, digest), whatever its name
// and compression. For the latter, archives are listed by wax-warc-indexer from
// the folder `tools` (empty: this program's); only when an archive is missing.
// Throws Error.
[[nodiscard]] std::vector<ArchiveMove> find_moves(
    const std::string& out, const BuildRecord& record,
    const std::vector<std::string>& archives, const std::string& tools);

// Removes archives from the record, and writes it. `name` is a path, a folder,
// or a file's name. Their captures and documents go when the steps have run.
// Removes files that could not be added (names_problems.h), too. Returns how
// many it removed. Throws UsageError when nothing has this name; IoError.
size_t forget_archives(const std::string& out, const std::string& name,
                       BuildRecord& record);

}  // namespace wax::collection
