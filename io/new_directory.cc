#include "io/new_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/error.h"
#include "io/folder.h"
#include "io/leftovers.h"
#include "text/ascii.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_exists(const std::string& path) {
  throw UsageError(path + ": already exists; --force replaces it");
}

// `why`: what the directory is or has.
[[noreturn]] void throw_not_replaced(const std::string& path, bool force,
                                     const std::string& why) {
  throw UsageError(
      path + (force ? ": " + why + ", so it is not replaced"
                    : ": already exists, and " + why + "; give another name"));
}

// Empty: it may be replaced.
std::string reason_to_keep(const std::string& path, const DirectoryKind& kind) {
  std::error_code none;
  if (!fs::is_directory(path, none)) return "is not " + kind.name;
  const std::vector<std::string> entries = entries_of(path);
  if (entries.empty()) return {};
  for (const std::string& entry : entries) {
    const std::string foreign = kind.foreign(entry);
    if (foreign.empty()) continue;
    return "holds " + fs::path(foreign).lexically_relative(path).string() +
           ", which is not part of " + kind.name;
  }
  return kind.has_mark(path) ? "" : "is not " + kind.name;
}

// Whether inputs and a directory lie in each other, as the system knows files.
class NestedInputs {
 public:
  explicit NestedInputs(const std::string& directory) : directory_(directory) {}

  // Why the directory must not be replaced: how the input and it lie in each
  // other. Empty if they do not.
  std::string reason(const std::string& input) {
    const fs::path path(input);
    std::error_code none;
    // A link to a file elsewhere would be gone, too.
    const fs::path folder = path.has_filename() ? path.parent_path() : path;
    if (is_in_directory(folder.empty() ? "." : folder) ||
        (fs::is_symlink(path, none) &&
         is_in_directory(fs::canonical(path, none).parent_path()))) {
      return "holds the input " + input;
    }
    if (!fs::is_directory(path, none)) return {};
    if (fs::equivalent(path, directory_, none)) return "is an input";
    if (is_below(directory_, path)) return "lies in the input " + input;
    return {};
  }

 private:
  // Whether `path`, which may end with names that are not there, is `above` or
  // below it.
  static bool is_below(const fs::path& path, const fs::path& above) {
    std::error_code none;
    fs::path at = fs::weakly_canonical(fs::absolute(path, none), none);
    for (;; at = at.parent_path()) {
      if (fs::equivalent(at, above, none)) return true;
      if (!at.has_relative_path()) return false;
    }
  }
  bool is_in_directory(const fs::path& folder) {
    const auto [known, fresh] = known_.emplace(folder.string(), false);
    if (fresh) known->second = is_below(folder, directory_);
    return known->second;
  }

  fs::path directory_;
  std::map<std::string, bool> known_;  // by folder: most inputs share a few
};

// 0, or errno.
int rename_error(const std::string& from, const std::string& to,
                 unsigned int flags) {
  int code = flags == 0 ? ::rename(from.c_str(), to.c_str())
                        : ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD,
                                      to.c_str(), flags);
  return code == 0 ? 0 : errno;
}

// Whether it says that the file system, or the system, renames without flags
// only. Linux itself looks whether the name is taken, so with RENAME_NOREPLACE
// that may be said first. Filters of system calls say EPERM.
bool has_no_flags(int code) {
  return code == EINVAL || code == ENOSYS || code == EOPNOTSUPP ||
         code == EPERM;
}

std::string old_name(const std::string& path) { return path + ".part-before"; }

void remove_directory(const std::string& path) {
  std::error_code failure;
  fs::remove_all(path, failure);
  if (failure) throw IoError(path, "remove", failure.value());
}

// `old` was replaced.
void discard_directory(const std::string& old, const std::string& kept) {
  if (kept.empty()) return remove_directory(old);
  remove_directory(kept);
  const int code = rename_error(old, kept, 0);
  if (code != 0) throw IoError(kept, "rename", code);
  sync_folder(fs::path(kept).parent_path().string());
}

void replace_directory(const std::string& part, const std::string& path,
                       const std::string& kept) {
  int code = rename_error(part, path, RENAME_EXCHANGE);
  if (code == 0) {
    // Else a failure of power may leave the old name to what is removed.
    sync_folder(fs::path(path).parent_path().string());
    discard_directory(part, kept);
    return;
  }
  if (!has_no_flags(code)) throw IoError(path, "replace", code);
  const std::string old = old_name(path);
  code = rename_error(path, old, 0);
  if (code != 0) throw IoError(path, "replace", code);
  code = rename_error(part, path, 0);
  if (code != 0) {
    rename_error(old, path, 0);
    throw IoError(path, "replace", code);
  }
  sync_folder(fs::path(path).parent_path().string());
  discard_directory(old, kept);
}

}  // namespace

std::string whole_name(const std::string& name) {
  constexpr std::string_view kPart = ".part-";
  const size_t at = name.rfind(kPart);
  if (at == name.npos) return name;
  const std::string_view end = std::string_view(name).substr(at + kPart.size());
  const bool is_left = (!end.empty() && text::all_digits(end)) ||
                       end == "lock" || end == "before";
  return is_left ? name.substr(0, at) : name;
}

void check_replaceable(const std::string& path, bool force,
                       const DirectoryKind& kind,
                       const std::vector<std::string>& inputs) {
  std::error_code none;
  const fs::file_status status = fs::symlink_status(path, none);
  if (!fs::exists(status)) return;
  std::string why = reason_to_keep(path, kind);
  NestedInputs nested(path);
  for (const std::string& input : inputs) {
    if (!why.empty()) break;
    if (input == "-" || input.find("://") != input.npos) continue;
    why = nested.reason(input);
  }
  if (!why.empty()) throw_not_replaced(path, force, why);
  if (!force) throw_exists(path);
  if (fs::is_symlink(status)) throw IoError(path, "replace", ENOTDIR);
}

NewDirectory::NewDirectory(std::string path, bool force,
                           const DirectoryKind& kind,
                           const std::vector<std::string>& inputs)
    : path_(std::move(path)), force_(force) {
  refuse_url_as_folder(path_);
  while (path_.size() > 1 && path_.back() == '/') path_.pop_back();
  part_ = path_ + ".part-" + std::to_string(::getpid());
  check_replaceable(path_, force, kind, inputs);
  std::error_code failure;
  fs::path parent = fs::path(path_).parent_path();
  if (!parent.empty() && !fs::exists(parent)) make_folders(parent.string());
  remove_leftovers(path_);
  try {
    lock_ = LockFile(lock_path(path_), path_);
  } catch (const IoError& error) {
    throw IoError(path_, "create", error.code());
  }
  if (restore_directory(path_)) check_replaceable(path_, force, kind, inputs);
  // What a killed process with this number left behind.
  fs::remove_all(part_, failure);
  temp_file_.emplace(part_);
  if (!fs::create_directory(part_, failure)) {
    throw IoError(path_, "create", failure ? failure.value() : EEXIST);
  }
}

NewDirectory::~NewDirectory() {
  if (finished_) return;
  std::error_code ignored;
  fs::remove_all(part_, ignored);
}

void move_directory(const std::string& part, const std::string& path,
                    bool force, const std::string& kept) {
  sync_folder(part);
  restore_directory(path);
  // Another process may have made the name meanwhile: never replaced unasked.
  int code = rename_error(part, path, RENAME_NOREPLACE);
  // rename() refuses the name of a directory that holds anything.
  if (has_no_flags(code)) code = rename_error(part, path, 0);
  if (force && (code == EEXIST || code == ENOTEMPTY)) {
    replace_directory(part, path, kept);
  } else if (code != 0) {
    throw IoError(path, "rename", code);
  }
  sync_folder(fs::path(path).parent_path().string());
}

bool restore_directory(const std::string& path) {
  const std::string old = old_name(path);
  std::error_code failure;
  if (!fs::exists(fs::symlink_status(old, failure))) return false;
  int code = rename_error(old, path, RENAME_NOREPLACE);
  if (has_no_flags(code)) code = rename_error(old, path, 0);
  if (code != EEXIST && code != ENOTEMPTY) {
    if (code != 0) throw IoError(path, "rename", code);
    sync_folder(fs::path(path).parent_path().string());
    return true;
  }
  remove_directory(old);
  return false;
}

void NewDirectory::finish() {
  move_directory(part_, path_, force_);
  finished_ = true;
  temp_file_.reset();
  lock_ = {};
}

}  // namespace wax::io
