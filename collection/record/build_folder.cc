#include "collection/record/build_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "collection/layout.h"
#include "collection/record/command.h"
#include "io/error.h"
#include "io/file_lock.h"
#include "io/folder.h"
#include "io/inputs/folder_archives.h"
#include "io/inputs/input_files.h"
#include "io/new_directory.h"
#include "io/output.h"

namespace wax::collection {

namespace fs = std::filesystem;

namespace {

// The end of the text of a process that changes nothing yet.
constexpr char kOnlyReads = '\n';

std::string text_in(int fd) {
  std::array<char, 300> text{};
  ssize_t size = ::pread(fd, text.data(), text.size(), 0);
  return {text.data(), size < 0 ? 0 : static_cast<size_t>(size)};
}

// The process that wrote itself into the lock's file; empty: none.
std::string holder_of(int fd) {
  std::string text = text_in(fd);
  if (text.ends_with(kOnlyReads)) text.pop_back();
  return text;
}

// Whether that process, which has the lock no more, was killed, or failed.
bool has_failed(int fd) {
  const std::string text = text_in(fd);
  return !text.empty() && !text.ends_with(kOnlyReads);
}

[[noreturn]] void throw_running(const std::string& out,
                                const std::string& holder) {
  std::string process = io::named_process(holder);
  throw UsageError(out + ": another wax-build is running there: " +
                   process.substr(0, process.find(" (")));
}

bool is_part(const fs::path& path) {
  return path.filename().string().find(".part-") != std::string::npos;
}

// Where a file system has no locks, the process that wrote itself into the
// lock's file tells whether a build runs.
bool runs_without_lock(int fd, const std::string& holder) {
  return !holder.empty() && !io::has_locks(fd) && io::may_be_running(holder);
}

// The file of a lock that a killed process had.
void remove_free_lock(const std::string& path) {
  try {
    io::LockFile(path, path);
  } catch (const Error&) {  // a process has it
  }
}

// Whether another tool may be writing this file in OUT.
bool is_of_another_tool(const std::string& path, const Layout& layout) {
  return path.starts_with(layout.hidden() + ".part-") ||
         path.starts_with(layout.submitted_captures() + ".part-");
}

}  // namespace

BuildLock::BuildLock(const std::string& out)
    : path_(Layout{out}.build_lock()),
      fd_(::open(path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
  if (fd_ < 0) throw IoError(path_, "open", errno);
  constexpr std::chrono::milliseconds kPause{20};
  for (int left = 1000; !io::lock_file(fd_, io::LockKind::kExclusive); --left) {
    const std::string holder = holder_of(fd_);
    if (left == 0 || io::may_be_running(holder)) {
      ::close(fd_);
      throw_running(out, holder);
    }
    std::this_thread::sleep_for(kPause);
  }
  const std::string before = holder_of(fd_);
  if (runs_without_lock(fd_, before)) {
    ::close(fd_);
    throw_running(out, before);
  }
  after_failure_ = has_failed(fd_);
  try {
    // After a failure of power, too, the next build knows that this one began.
    io::sync_folder(out);
    begins();
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

void BuildLock::only_reads() {
  if (!after_failure_) write(io::process_text() + kOnlyReads);
}

void BuildLock::begins() { write(io::process_text()); }

void BuildLock::write(const std::string& text) {
  if (::ftruncate(fd_, 0) != 0 ||
      ::pwrite(fd_, text.data(), text.size(), 0) < 0 || ::fsync(fd_) != 0) {
    throw IoError(path_, "write", errno);
  }
}

void BuildLock::ended() {
  if (::ftruncate(fd_, 0) != 0) throw IoError(path_, "write", errno);
}

BuildLock::~BuildLock() { ::close(fd_); }

BuildReadLock::BuildReadLock(const std::string& out) {
  const std::string path = Layout{out}.build_lock();
  fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0 && errno == ENOENT) return;
  if (fd_ < 0) throw IoError(path, "open", errno);
  const std::string holder = holder_of(fd_);
  if (!io::lock_file(fd_, io::LockKind::kShared) ||
      runs_without_lock(fd_, holder)) {
    ::close(fd_);
    throw_running(out, holder);
  }
  after_failure_ = has_failed(fd_);
}

BuildReadLock::~BuildReadLock() {
  if (fd_ >= 0) ::close(fd_);
}

void check_build_folder(const std::string& out, bool has_archives) {
  std::error_code none;
  if (fs::exists(Layout{out}.build_record(), none)) return;
  if (!has_archives) {
    throw UsageError(out + ": there is nothing to build; give an ARCHIVE");
  }
  if (!fs::exists(out, none)) return;
  if (!fs::is_directory(out, none)) throw IoError(out, "build", ENOTDIR);
  for (const std::string& path : io::entries_of(out)) {
    // What a build leaves that was killed as it began.
    if (path == Layout{out}.build_lock() ||
        path.starts_with(Layout{out}.build_record() + ".part-")) {
      continue;
    }
    throw UsageError(out +
                     ": is not empty and not a build; give a new folder as the "
                     "first argument");
  }
}

std::string ArchivePaths::of(const std::string& archive) {
  if (io::is_url(archive)) return archive;
  if (auto inside = io::entry_path(archive)) {
    return of(std::string(inside->zip)).append("!/").append(inside->entry);
  }
  std::error_code failure;
  fs::path path = fs::absolute(archive);
  auto [folder, is_new] = folders_.try_emplace(path.parent_path().string());
  if (is_new) {
    folder->second = fs::weakly_canonical(path.parent_path(), failure).string();
    if (failure) folder->second = folder->first;
  }
  return (fs::path(folder->second) / path.filename()).string();
}

void add_batch(const std::string& out, std::vector<std::string> archives,
               BuildRecord& record) {
  ArchivePaths paths;
  std::set<std::string> known;
  for (const auto& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      known.insert(paths.of(archive));
    }
  }
  for (std::string& archive : archives) archive = paths.of(archive);
  std::erase_if(archives, [&](const std::string& archive) {
    return !known.insert(archive).second;
  });
  if (archives.empty()) return;
  std::string number = std::to_string(record.batches.size() + 1);
  std::string name = std::string(3 - std::min<size_t>(3, number.size()), '0');
  name += number;
  Batch batch{name, std::move(archives)};
  const BatchLayout files{Layout{out}.batch(name)};
  io::make_folders(files.folder);
  write_archives(batch, files);
  record.batches.push_back(std::move(batch));
}

void write_archives(const Batch& batch, const BatchLayout& files) {
  write_archive_list(batch.archives, files.archives());
}

std::string text_of_archive_list(const std::vector<std::string>& archives) {
  const bool has_newline =
      std::any_of(archives.begin(), archives.end(), [](const std::string& a) {
        return a.find_first_of("\r\n") != std::string::npos;
      });
  std::string text;
  for (const std::string& archive : archives) {
    text.append(archive).push_back(has_newline ? '\0' : '\n');
  }
  return text;
}

void write_archive_list(const std::vector<std::string>& archives,
                        const std::string& path) {
  auto list = io::open_changing_output(path);
  list->write(text_of_archive_list(archives));
  list->finish();
}

void restore_batches(const std::string& out, const BuildRecord& record) {
  for (const Batch& batch : record.batches) {
    const BatchLayout files{Layout{out}.batch(batch.name)};
    if (is_there(files.archives())) continue;
    io::make_folders(files.folder);
    write_archives(batch, files);
  }
}

void remove_parts(const std::string& out) {
  std::vector<fs::path> parts;
  for (const std::string& path : io::entries_of(out)) {
    if (path.ends_with(io::lock_path(""))) {
      remove_free_lock(path);
    } else if (is_part(path) && !is_of_another_tool(path, Layout{out})) {
      parts.emplace_back(path);
    }
  }
  for (const std::string& folder :
       {Layout{out}.batches(), Layout{out}.shards(), Layout{out}.ranks()}) {
    std::error_code failure;
    if (!fs::exists(folder, failure)) continue;
    fs::recursive_directory_iterator entry(folder, failure);
    for (; !failure && entry != fs::recursive_directory_iterator();
         entry.increment(failure)) {
      if (is_part(entry->path())) parts.push_back(entry->path());
    }
    if (failure) throw IoError(folder, "list", failure.value());
  }
  const std::string old = ".part-before";
  for (const fs::path& part : parts) {
    std::string path = part.string();
    if (path.ends_with(old)) {
      path.resize(path.size() - old.size());
      io::restore_directory(path);
      continue;
    }
    std::error_code failure;
    fs::remove_all(part, failure);
    if (failure) throw IoError(part.string(), "remove", failure.value());
  }
}

std::string staged(const std::string& output) { return output + ".part-new"; }

void move_staged(const std::string& output) {
  std::string from = staged(output);
  std::error_code none;
  if (fs::is_directory(from, none)) {
    io::move_directory(from, output, /*force=*/true);
  } else if (::rename(from.c_str(), output.c_str()) != 0) {
    throw IoError(output, "replace", errno);
  }
}

std::map<std::string, std::string> folders_of(const std::string& folder) {
  std::map<std::string, std::string> found;
  std::error_code none;
  if (!fs::is_directory(folder, none)) return found;
  for (const std::string& path : io::entries_of(folder)) {
    if (path.find(".part-", folder.size()) != std::string::npos) continue;
    if (fs::is_directory(path, none)) {
      found[fs::path(path).filename().string()] = path;
    }
  }
  return found;
}

void remove_if_empty(const fs::path& path) {
  std::error_code none;
  if (fs::is_empty(path, none) && fs::remove(path, none)) {
    io::sync_folder(path.parent_path().string());
  }
}

}  // namespace wax::collection
