// The folders of a collection: DIR/pindexes/SHARD/INDEX.
#pragma once

#include <string>
#include <vector>

#include "io/folder_lock.h"
#include "io/new_directory.h"

namespace wax::index {

// The name of the index of a shard that has its documents.
inline constexpr const char* kMainIndex = "main";
// And of the parallel index that has the dates of their captures.
inline constexpr const char* kDatesIndex = "dates";

// DIR/pindexes, which has the shards of a collection.
[[nodiscard]] std::string shards_folder(const std::string& collection);

[[nodiscard]] bool is_index(const std::string& path);
[[nodiscard]] bool is_collection(const std::string& path);

// What may be replaced by a new index.
[[nodiscard]] io::DirectoryKind index_folders();
// The same for a shard: a folder of "main" and columns, or of columns whose
// "main" is gone, where there may also be files of these names.
[[nodiscard]] io::DirectoryKind shard_folders(
    const std::vector<std::string>& files = {});
// And for a collection of such shards, without what wax-build keeps there.
[[nodiscard]] io::DirectoryKind collection_folders();

// DIR/pindexes/.published: the indexes that a build has put there together, as
// "SHARD/INDEX", one per line, so that one that is gone is noticed. `shards` is
// shards_folder(), or a folder that takes its name. Throws IoError.
void write_published(const std::string& shards,
                     const std::vector<std::string>& indexes);
// Empty when there is no such file.
[[nodiscard]] std::vector<std::string> read_published(
    const std::string& shards);
// Whether the file is what write_published() writes.
[[nodiscard]] bool is_published(const std::string& shards,
                                const std::vector<std::string>& indexes);
[[nodiscard]] std::string published_list(const std::string& shards);

// The paths of the shards of a collection, in order of their names, without
// those of which "main" is still being made, but with published ones that are
// gone. Throws IoError.
[[nodiscard]] std::vector<std::string> shards_of(const std::string& collection);

// The paths of the indexes in a folder, in the order in which they own fields:
// by name, but "main" last. Those being built are left out. Throws IoError.
[[nodiscard]] std::vector<std::string> parallel_indexes(
    const std::string& folder);

// The same for a shard. Throws UsageError when it has no "main"; IoError, also
// when a published index is gone.
[[nodiscard]] std::vector<std::string> indexes_of_shard(
    const std::string& shard);

// Locks the shard DIR/pindexes/SHARD. The file of the lock is in DIR: what lies
// in DIR/pindexes stays as it is. Throws UsageError, which names the process
// that has the lock; IoError.
[[nodiscard]] io::FolderLock lock_shard(const std::string& shard);

// Locks the shard DIR/pindexes/SHARD that the index `path` is in, so that its
// columns and main do not change while one of them is made; no lock for another
// `path`. Throws UsageError, which names the process that has the lock;
// IoError.
[[nodiscard]] io::FolderLock lock_shard_of(const std::string& path);

// Throws UsageError when `path` is an index that a build has put into
// DIR/pindexes, or a shard with such indexes: the next build would put its own
// there again.
void check_is_not_published(const std::string& path);

}  // namespace wax::index
