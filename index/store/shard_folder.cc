#include "index/store/shard_folder.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <utility>

#include "index/store/manifest.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/output.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShardsFolder = "pindexes";
constexpr uint64_t kLongestList = uint64_t{1} << 30;  // bytes

std::string published_text(const std::vector<std::string>& indexes) {
  std::string text =
      "# The indexes that wax-build has put here; if one is gone, searches say "
      "so.\n";
  for (const std::string& index : indexes) text += index + '\n';
  return text;
}

// Names of the directories in `path`, sorted, without those being built.
std::vector<std::string> folders(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator it(path, code), end; !code && it != end;
       it.increment(code)) {
    std::string name = it->path().filename().string();
    if (name.find(".part-") != name.npos || name[0] == '.') continue;
    if (it->is_directory(code)) names.push_back(std::move(name));
  }
  if (code) throw IoError(path.string(), "list", code.value());
  std::sort(names.begin(), names.end());
  return names;
}

// The first index of a shard is on its way: there is a part of it, and no more.
bool is_being_made(const fs::path& shard) {
  bool has_part = false;
  std::error_code code;
  for (fs::directory_iterator it(shard, code), end; !code && it != end;
       it.increment(code)) {
    std::string name = it->path().filename().string();
    if (!name.starts_with("main.part-")) return false;
    has_part = true;
  }
  return has_part;
}

}  // namespace

std::string shards_folder(const std::string& collection) {
  return collection + '/' + kShardsFolder;
}

bool is_index(const std::string& path) {
  std::error_code code;
  return fs::is_directory(path, code) &&
         (has_manifest(path) || fs::exists(path + "/segments.gen", code));
}

bool is_collection(const std::string& path) {
  std::error_code code;
  return fs::is_directory(shards_folder(path), code);
}

io::DirectoryKind index_folders() { return {"an index", is_index}; }

io::DirectoryKind shard_folders(const std::vector<std::string>& files) {
  // Any: that "main" was removed is no reason to keep its columns.
  auto has_index = [](const std::string& folder) {
    const std::vector<std::string> paths = io::entries_of(folder);
    return std::any_of(paths.begin(), paths.end(), is_index);
  };
  auto is_part = [files](const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    return is_index(path) || name.find(".part-") != name.npos ||
           std::count(files.begin(), files.end(), name) > 0;
  };
  return {"a shard", has_index, is_part};
}

io::DirectoryKind collection_folders() {
  auto is_part = [](const std::string& path) {
    return fs::path(path).filename() == kShardsFolder;
  };
  return {"a collection of shards", is_collection, is_part};
}

void write_published(const std::string& shards,
                     const std::vector<std::string>& indexes) {
  auto output = io::open_output(published_list(shards), true);
  output->write(published_text(indexes));
  output->finish();
}

std::vector<std::string> read_published(const std::string& shards) {
  const std::string list = published_list(shards);
  std::error_code code;
  if (!fs::exists(list, code)) return {};
  return io::read_path_list(list);
}

bool is_published(const std::string& shards,
                  const std::vector<std::string>& indexes) {
  const std::string list = published_list(shards);
  std::error_code code;
  return fs::exists(list, code) &&
         io::read_all(*io::open_file(list), kLongestList) ==
             published_text(indexes);
}

std::string published_list(const std::string& shards) {
  return shards + "/.published";
}

std::vector<std::string> shards_of(const std::string& collection) {
  fs::path folder = shards_folder(collection);
  std::set<std::string> shards;
  for (const std::string& name : folders(folder)) {
    fs::path shard = folder / name;
    if (!is_being_made(shard)) shards.insert(shard.string());
  }
  for (const std::string& index : read_published(folder.string())) {
    shards.insert((folder / index).parent_path().string());
  }
  return {shards.begin(), shards.end()};
}

std::vector<std::string> parallel_indexes(const std::string& folder) {
  std::vector<std::string> paths;
  std::string main;
  for (const std::string& name : folders(folder)) {
    std::string path = (fs::path(folder) / name).string();
    if (name == kMainIndex) {
      main = path;
    } else if (is_index(path)) {
      paths.push_back(path);
    }
  }
  if (!main.empty()) paths.push_back(main);
  return paths;
}

std::vector<std::string> indexes_of_shard(const std::string& shard) {
  std::vector<std::string> paths = parallel_indexes(shard);
  if (paths.empty() || fs::path(paths.back()).filename() != kMainIndex) {
    throw UsageError(shard +
                     ": this shard has no index \"main\"; make it with "
                     "wax-index, or remove the folder");
  }
  fs::path folder = fs::path(shard).parent_path();
  for (const std::string& index : read_published(folder.string())) {
    fs::path path = folder / index;
    if (path.parent_path() == shard &&
        std::find(paths.begin(), paths.end(), path) == paths.end()) {
      throw IoError(path.string(), "open", ENOENT);
    }
  }
  return paths;
}

io::FolderLock lock_shard(const std::string& shard) {
  const fs::path folder = fs::path(shard).lexically_normal();
  const std::string file =
      folder.parent_path().string() + '.' + folder.filename().string();
  return io::FolderLock(shard, io::lock_path(file));
}

io::FolderLock lock_shard_of(const std::string& path) {
  std::error_code code;
  fs::path index = fs::weakly_canonical(path, code);
  if (code || index.parent_path().parent_path().filename() != kShardsFolder ||
      !fs::is_directory(index.parent_path(), code)) {
    return {};
  }
  return lock_shard(index.parent_path().string());
}

void check_is_not_published(const std::string& path) {
  std::error_code code;
  const fs::path whole = fs::weakly_canonical(path, code);
  if (code) return;
  const bool is_shard = whole.parent_path().filename() == kShardsFolder;
  const fs::path shard = is_shard ? whole : whole.parent_path();
  if (shard.parent_path().filename() != kShardsFolder) return;
  const std::string name =
      shard.filename().string() + '/' +
      (is_shard ? std::string() : whole.filename().string());
  for (const std::string& index :
       read_published(shard.parent_path().string())) {
    if (is_shard ? index.starts_with(name) : index == name) {
      throw UsageError(path +
                       ": was made by wax-build, which would put its own "
                       "there again; write to another place");
    }
  }
}

}  // namespace wax::index
