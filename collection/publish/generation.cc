#include "collection/publish/generation.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "collection/record/step.h"
#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/index_check.h"
#include "index/upkeep/merged_column.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "io/new_directory.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

std::string name_of(const std::string& path) {
  return fs::path(path).filename().string();
}

bool is_folder(const std::string& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat of_a {};
  struct stat of_b {};
  return ::stat(a.c_str(), &of_a) == 0 && ::stat(b.c_str(), &of_b) == 0 &&
         of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

// Shard to index to the folder that has its files.
using Generation = std::map<std::string, std::map<std::string, std::string>>;

void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) != 0) throw IoError(path, "create", errno);
}

bool is_published(const Generation& wanted, const std::string& pindexes) {
  if (!is_folder(pindexes)) return false;
  std::map<std::string, std::string> shards = folders_of(pindexes);
  if (shards.size() != wanted.size()) return false;
  for (const auto& [name, indexes] : wanted) {
    std::map<std::string, std::string> there =
        folders_of(pindexes + '/' + name);
    if (there.size() != indexes.size()) return false;
    for (const auto& [index, path] : indexes) {
      auto found = there.find(index);
      if (found == there.end()) return false;
      if (found->second != path && !is_same_index(found->second, path)) {
        return false;
      }
    }
  }
  return true;
}

// Waits for tools that write columns there.
io::FolderLock locked_shard(const std::string& path) {
  constexpr std::chrono::milliseconds kPause{100};
  for (int left = 200;; --left) {
    try {
      return index::lock_shard(path);
    } catch (const UsageError&) {
      if (left == 0) throw;
    }
    std::this_thread::sleep_for(kPause);
  }
}

// Restores the indexes that a killed tool was replacing. The caller holds the
// lock of the shard.
void restore_indexes(const std::string& shard) {
  constexpr std::string_view kOld = ".part-before";
  for (std::string path : io::entries_of(shard)) {
    if (!path.ends_with(kOld)) continue;
    path.resize(path.size() - kOld.size());
    io::restore_directory(path);
  }
}

// Whether an index may take the place of the same one that searches read. In a
// copied OUT their files are no more the same, and damage of those that nobody
// reads would be seen only then.
bool may_replace(const std::string& built, const std::string& published) {
  for (const std::string& file : io::entries_of(built)) {
    const std::string copy = published + '/' + name_of(file);
    if (is_same_file(file, copy) || has_same_bytes(file, copy)) continue;
    struct AnyProblem final : ProblemSink {
      bool found = false;
      void report(Problem) override { found = true; }
    } any;
    try {
      index::check_index(built, {}, any);
    } catch (const Error&) {
      return false;
    }
    return !any.found;
  }
  return true;
}

void remove_folder(const std::string& path) {
  std::error_code failure;
  fs::remove_all(path, failure);
  if (failure) throw IoError(path, "remove", failure.value());
}

void link_generation(const Generation& generation, const std::string& part) {
  remove_folder(part);
  make_folder(part);
  for (const auto& [name, indexes] : generation) {
    const std::string shard = part + '/' + name;
    make_folder(shard);
    for (const auto& [index, path] : indexes) {
      make_folder(shard + '/' + index);
      for (const std::string& file : io::entries_of(path)) {
        io::link_file(file, shard + '/' + index + '/' + name_of(file));
      }
    }
  }
}

// The names of folders; their files are synced.
void sync_generation(const std::string& part) {
  io::sync_folder(part);
  for (const auto& [name, shard] : folders_of(part)) {
    io::sync_folder(shard);
    for (const auto& [index, path] : folders_of(shard)) {
      io::sync_folder(path);
    }
  }
}

// The columns that no build makes, each with those of the shards that have it.
std::map<std::string, std::vector<std::string>> columns_of(
    const std::vector<std::string>& shards) {
  std::map<std::string, std::vector<std::string>> columns;
  for (const std::string& shard : shards) {
    const std::map<std::string, std::string> indexes = folders_of(shard);
    if (!indexes.contains(index::kMainIndex)) continue;
    for (const auto& [index, path] : indexes) {
      if (index != index::kMainIndex && index != index::kDatesIndex) {
        columns[index].push_back(shard);
      }
    }
  }
  return columns;
}

// Whether the columns of a shard that no build makes are of the documents of
// that main index; false when there are none.
bool all_columns_fit(const std::string& shard, const std::string& main) {
  auto keys_of = [](const std::string& path) {
    try {
      return index::read_manifest(path).about["keys"];
    } catch (const Error&) {
      return std::string();
    }
  };
  const std::string keys = keys_of(main);
  bool has_columns = false;
  for (const auto& [name, path] : folders_of(shard)) {
    if (name == index::kMainIndex || name == index::kDatesIndex) continue;
    if (keys.empty() || keys_of(path) != keys) return false;
    has_columns = true;
  }
  return has_columns;
}

// Whether the build has made the column of each of these shards itself.
bool all_have(const std::string& column, const std::set<std::string>& shards,
              const Generation& generation) {
  return std::all_of(shards.begin(), shards.end(), [&](const auto& shard) {
    return generation.at(shard).contains(column);
  });
}

// Makes the column for the documents of the new shards in `part`.
void carry(const std::string& column, const std::vector<std::string>& shards,
           const std::string& part, const std::set<std::string>& new_shards,
           const Resources& resources) {
  const index::ShardMergeOptions options{budget_of(resources)};
  for (const std::string& name : new_shards) {
    const std::string shard = part + '/' + name;
    index::carry_column(column, shards, shard + '/' + index::kMainIndex,
                        shard + '/' + column, options);
  }
}

}  // namespace

// Where the file system has no hard links, they are copies: a manifest has the
// checksums of all files.
bool is_same_index(const std::string& a, const std::string& b) {
  const std::string left = a + '/' + std::string(index::kManifestName);
  const std::string right = b + '/' + std::string(index::kManifestName);
  return is_same_file(left, right) || has_same_bytes(left, right);
}

std::vector<std::string> indexes_of_build(
    const std::string& out, const std::vector<std::string>& names) {
  std::vector<std::string> indexes;
  for (const std::string& name : std::set(names.begin(), names.end())) {
    for (const auto& [index, path] : folders_of(Layout{out}.shard(name))) {
      indexes.push_back(name + '/' + index);
    }
  }
  return indexes;
}

bool is_own_shard(const std::string& name,
                  const std::set<std::string>& batches) {
  const size_t dash = name.find('-');
  return batches.contains(name.substr(0, dash)) &&
         (dash == name.npos || batches.contains(name.substr(dash + 1)));
}

bool publish_shards(const std::string& out,
                    const std::vector<std::string>& names,
                    const std::vector<std::string>& batches,
                    const Resources& resources, BuildMessages& messages) {
  const std::string pindexes = index::shards_folder(out);
  std::vector<io::FolderLock> locks;
  for (const auto& [name, path] : folders_of(pindexes)) {
    locks.push_back(locked_shard(path));
    restore_indexes(path);
  }
  Generation wanted;
  for (const std::string& name : names) {
    wanted[name] = folders_of(Layout{out}.shard(name));
  }
  const std::vector<std::string> published = indexes_of_build(out, names);
  const std::set<std::string> own(batches.begin(), batches.end());
  std::set<std::string> new_shards(names.begin(), names.end());
  std::vector<std::string> changed;  // paths of shards
  for (const auto& [name, path] : folders_of(pindexes)) {
    auto built = wanted.find(name);
    if (built == wanted.end()) {
      if (is_own_shard(name, own)) {
        changed.push_back(path);
      } else {
        wanted[name] = folders_of(path);
      }
    } else if (const std::string main = built->second[index::kMainIndex];
               is_same_index(path + '/' + index::kMainIndex, main) ||
               all_columns_fit(path, main)) {
      built->second.merge(folders_of(path));
      new_shards.erase(name);
    } else {
      changed.push_back(path);
    }
  }
  if (is_published(wanted, pindexes) &&
      index::is_published(pindexes, published)) {
    return true;
  }

  for (auto& [name, indexes] : wanted) {
    for (auto& [index, path] : indexes) {
      const std::string there = pindexes + '/' + name + '/' + index;
      if (path == there || !is_folder(there) || !is_same_index(path, there) ||
          may_replace(path, there)) {
        continue;
      }
      messages.error(path + ": is damaged, so searches keep the files of " +
                     there + "; put them back from there");
      path = there;
    }
  }
  const std::string part = pindexes + ".part-new";
  link_generation(wanted, part);
  for (const auto& [column, shards] : columns_of(changed)) {
    if (all_have(column, new_shards, wanted)) continue;
    try {
      carry(column, shards, part, new_shards, resources);
    } catch (const Error& error) {
      messages.error(pindexes + ": stays as it was, because the column " +
                     column + " cannot be kept: " + error.what() +
                     "; remove it from all shards, or add it again");
      remove_folder(part);
      return false;
    }
  }
  index::write_published(part, published);
  sync_generation(part);
  io::move_directory(part, pindexes, /*force=*/true,
                     Layout{out}.former_shards());
  return true;
}

void remove_other_shards(const std::string& out,
                         const std::vector<std::string>& names) {
  const std::set<std::string> kept(names.begin(), names.end());
  for (const auto& [name, path] : folders_of(Layout{out}.shards())) {
    if (!kept.contains(name)) remove_folder(path);
  }
  for (const auto& [name, path] : folders_of(Layout{out}.batches())) {
    if (!kept.contains(name) && name.find('-') != std::string::npos) {
      remove_folder(path);
    }
  }
}

}  // namespace wax::collection
