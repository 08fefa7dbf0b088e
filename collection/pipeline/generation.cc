#include "collection/pipeline/generation.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include "collection/layout.h"
#include "index/store/shard_folder.h"
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

// Of indexes with the same files.
bool is_same_index(const std::string& a, const std::string& b) {
  return is_same_file(a + "/wax-manifest", b + "/wax-manifest");
}

// Folders of a folder that are whole, by name.
std::map<std::string, std::string> folders_of(const std::string& folder) {
  std::map<std::string, std::string> found;
  if (!is_folder(folder)) return found;
  for (const std::string& path : io::entries_of(folder)) {
    if (path.find(".part-", folder.size()) != std::string::npos) continue;
    if (is_folder(path)) found[name_of(path)] = path;
  }
  return found;
}

// Shard to index to the folder that has its files.
using Generation = std::map<std::string, std::map<std::string, std::string>>;

void link_file(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return;
  if (errno != EPERM && errno != ENOTSUP && errno != EMLINK && errno != EXDEV) {
    throw IoError(to, "link", errno);
  }
  // File systems without hard links.
  std::error_code failure;
  fs::copy_file(from, to, failure);
  if (failure) throw IoError(to, "copy", failure.value());
}

void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) != 0) throw IoError(path, "create", errno);
}

void sync_folder(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) throw IoError(path, "open", errno);
  int code = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (code != 0) throw IoError(path, "sync", code);
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
      return io::FolderLock(path);
    } catch (const UsageError&) {
      if (left == 0) throw;
    }
    std::this_thread::sleep_for(kPause);
  }
}

void remove_folder(const std::string& path) {
  std::error_code failure;
  fs::remove_all(path, failure);
  if (failure) throw IoError(path, "remove", failure.value());
}

}  // namespace

void publish_shards(const std::string& out,
                    const std::vector<std::string>& names,
                    const std::vector<std::string>& batches) {
  const std::string pindexes = index::shards_folder(out);
  std::vector<io::FolderLock> locks;
  for (const auto& [name, path] : folders_of(pindexes)) {
    locks.push_back(locked_shard(path));
  }
  Generation wanted;
  for (const std::string& name : names) {
    wanted[name] = folders_of(Layout{out}.shard(name));
  }
  const std::set<std::string> own(batches.begin(), batches.end());
  auto is_own = [&](const std::string& name) {
    size_t dash = name.find('-');
    return own.contains(name.substr(0, dash)) &&
           (dash == std::string::npos || own.contains(name.substr(dash + 1)));
  };
  for (const auto& [name, path] : folders_of(pindexes)) {
    auto built = wanted.find(name);
    if (built == wanted.end()) {
      if (!is_own(name)) wanted[name] = folders_of(path);
      continue;
    }
    // Columns that somebody put beside the same documents.
    if (is_same_index(path + "/main", built->second["main"])) {
      built->second.merge(folders_of(path));
    }
  }
  if (is_published(wanted, pindexes)) return;

  const std::string part = pindexes + ".part-new";
  remove_folder(part);
  std::vector<std::string> made = {part};
  make_folder(part);
  for (const auto& [name, indexes] : wanted) {
    made.push_back(part + '/' + name);
    make_folder(made.back());
    for (const auto& [index, path] : indexes) {
      made.push_back(part + '/' + name + '/' + index);
      make_folder(made.back());
      for (const std::string& file : io::entries_of(path)) {
        link_file(file, made.back() + '/' + name_of(file));
      }
    }
  }
  for (const std::string& folder : made) sync_folder(folder);
  io::move_directory(part, pindexes, /*force=*/true);
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
