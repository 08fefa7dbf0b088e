#include "tools/pipeline/build_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "io/error.h"
#include "io/output.h"

namespace wax::tools::pipeline {

namespace fs = std::filesystem;

BuildLock::BuildLock(const std::string& out) {
  std::string path = out + "/build.lock";
  fd_ = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  if (fd_ < 0) throw IoError(path, "open", errno);
  if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd_);
    throw UsageError(out + ": another wax-build is running there");
  }
}

BuildLock::~BuildLock() { ::close(fd_); }

void check_build_folder(const std::string& out, bool has_archives) {
  if (fs::exists(out + "/build.json")) return;
  if (!has_archives) {
    throw UsageError(out + ": there is nothing to build; give an ARCHIVE");
  }
  if (!fs::exists(out)) return;
  if (!fs::is_directory(out)) throw IoError(out, "build", ENOTDIR);
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.path().filename() == "build.lock") continue;
    throw UsageError(out + ": is not empty and not a build; give a new folder");
  }
}

void add_batch(const std::string& out, std::vector<std::string> archives,
               BuildRecord& record) {
  std::set<std::string> known;
  for (const auto& batch : record.batches) {
    known.insert(batch.archives.begin(), batch.archives.end());
  }
  std::erase_if(archives, [&](const std::string& archive) {
    return !known.insert(archive).second;
  });
  if (archives.empty()) return;
  std::string number = std::to_string(record.batches.size() + 1);
  std::string name = std::string(3 - std::min<size_t>(3, number.size()), '0');
  name += number;
  std::string folder = out + "/batches/" + name;
  fs::create_directories(folder);
  fs::create_directories(out + "/pindexes/" + name);
  auto list = io::open_output(folder + "/archives", /*force=*/true);
  for (const std::string& archive : archives) list->write(archive + "\n");
  list->finish();
  record.batches.push_back({name, std::move(archives)});
}

void remove_parts(const std::string& out) {
  std::vector<fs::path> parts;
  auto look = [&](const fs::directory_entry& entry) {
    if (entry.path().filename().string().find(".part-") != std::string::npos) {
      parts.push_back(entry.path());
    }
  };
  for (const auto& entry : fs::directory_iterator(out)) look(entry);
  for (const char* folder : {"/batches", "/pindexes"}) {
    if (!fs::exists(out + folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(out + folder)) {
      look(entry);
    }
  }
  for (const fs::path& part : parts) fs::remove_all(part);
}

void remove_if_empty(const fs::path& path) {
  std::error_code none;
  if (fs::is_empty(path, none)) fs::remove(path, none);
}

}  // namespace wax::tools::pipeline
