#include "index/store/shard_folder.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <utility>

#include "index/schema/columns.h"
#include "index/store/key_file.h"
#include "index/store/manifest.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "text/ascii.h"

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
  for (const std::string& entry : io::entries_of(path.string())) {
    std::string name = fs::path(entry).filename().string();
    if (name.find(".part-") != name.npos || name[0] == '.') continue;
    std::error_code code;
    if (fs::is_directory(entry, code)) names.push_back(std::move(name));
    if (code && code != std::errc::no_such_file_or_directory)
      throw IoError(path.string(), "list", code.value());
  }
  return names;
}

// The first index of a shard is on its way: there is a part of it, and no more.
bool is_being_made(const fs::path& shard) {
  std::vector<std::string> entries;
  try {
    entries = io::entries_of(shard.string());
  } catch (const IoError&) {
    return false;
  }
  return !entries.empty() &&
         std::all_of(entries.begin(), entries.end(), [](const auto& entry) {
           return fs::path(entry).filename().string().starts_with("main.part-");
         });
}

bool is_letter_digit(char c) {
  return text::is_letter(c) || text::is_digit(c) || c == '_';
}

// Files of Lucene, and those beside them.
bool is_name_of_file(std::string_view name) {
  if (name == "segments.gen" || name == "write.lock") return true;
  if (name.starts_with('_')) {
    const size_t dot = std::min(name.find('.'), name.size());
    return dot > 1 && dot + 1 < name.size() &&
           std::all_of(name.begin(), name.begin() + dot, is_letter_digit) &&
           std::all_of(name.begin() + dot + 1, name.end(), is_letter_digit);
  }
  for (std::string_view begin : {"segments_", "wax-"}) {
    if (!name.starts_with(begin)) continue;
    name.remove_prefix(begin.size());
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return is_letter_digit(c) || c == '-';
    });
  }
  return false;
}

bool has_mark_of_index(const std::string& folder) {
  std::error_code none;
  return stated_properties(folder).has_value() ||
         fs::is_regular_file(folder + "/segments.gen", none);
}

// What in a folder does not belong there, by `foreign` to each path in it.
std::string first_foreign(const std::string& folder,
                          std::string (*foreign)(const std::string& path)) {
  for (const std::string& path : io::entries_of(folder)) {
    std::string found = foreign(path);
    if (!found.empty()) return found;
  }
  return {};
}

std::string foreign_to_index(const std::string& path) {
  std::error_code none;
  const std::string name = io::whole_name(fs::path(path).filename().string());
  return fs::is_regular_file(path, none) && is_name_of_file(name) ? "" : path;
}

// Whether an index has values for the documents of a main, which may be gone.
bool is_column(const std::string& path) {
  const auto about = stated_properties(path);
  if (!about || !about->contains("keys")) return false;
  const fs::path index(path);
  if (index.filename() == kDatesIndex) return true;
  const auto first = about->lower_bound(std::string(kColumnMark));
  if (first != about->end() && first->first.starts_with(kColumnMark)) {
    return true;
  }
  // Dates by another name.
  std::error_code none;
  if (fs::exists(index / kKeyFileName, none)) return false;
  const auto main =
      stated_properties((index.parent_path() / kMainIndex).string());
  return main && main->contains("keys") &&
         main->at("keys") == about->at("keys");
}

std::string foreign_to_shard(const std::string& path) {
  std::error_code none;
  const std::string name = fs::path(path).filename().string();
  const bool is_left = io::whole_name(name) != name;
  if (is_left && fs::is_regular_file(path, none)) {
    return path.ends_with(io::lock_path("")) ? "" : path;
  }
  if (!fs::is_directory(path, none)) return path;
  if (is_left || name == kMainIndex || is_column(path)) {
    return first_foreign(path, foreign_to_index);
  }
  return path;
}

bool has_mark_of_shard(const std::string& folder) {
  const std::vector<std::string> paths = io::entries_of(folder);
  return has_mark_of_index(folder + '/' + kMainIndex) ||
         std::any_of(paths.begin(), paths.end(), is_column);
}

std::string foreign_to_shards(const std::string& path) {
  std::error_code none;
  if (!fs::is_directory(path, none)) {
    return fs::path(path) ==
                   published_list(fs::path(path).parent_path().string())
               ? ""
               : path;
  }
  return first_foreign(path, foreign_to_shard);
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

io::DirectoryKind index_folders() {
  return {"an index", has_mark_of_index, foreign_to_index};
}

io::DirectoryKind shard_folders(const std::vector<std::string>& files) {
  auto foreign = [files](const std::string& path) -> std::string {
    const std::string name = io::whole_name(fs::path(path).filename().string());
    return std::count(files.begin(), files.end(), name) > 0
               ? ""
               : foreign_to_shard(path);
  };
  return {"a shard", has_mark_of_shard, foreign};
}

io::DirectoryKind collection_folders() {
  auto foreign = [](const std::string& path) -> std::string {
    const std::string name = fs::path(path).filename().string();
    const std::string lock = io::lock_path("");
    // lock_shard() makes it.
    if (name.starts_with(kShardsFolder + std::string(".")) &&
        name.ends_with(lock)) {
      return {};
    }
    if (name != kShardsFolder) return path;
    return first_foreign(path, foreign_to_shards);
  };
  return {"a collection of shards", is_collection, foreign};
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
