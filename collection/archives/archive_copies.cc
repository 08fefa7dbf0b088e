#include "collection/archives/archive_copies.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "collection/record/build_folder.h"
#include "collection/record/step.h"
#include "io/error.h"
#include "io/inputs/input_files.h"

namespace wax::collection {
namespace {

// Size of a local file; nothing if it is empty, missing, remote, or inside
// another file (FILE!/ENTRY).
std::optional<uint64_t> size_of_file(const std::string& archive) {
  struct stat status {};
  if (io::is_url(archive) || io::entry_path(archive) ||
      ::stat(archive.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size == 0) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(status.st_size);
}

// An archive that copies are looked for among, and what tells most others of
// its size apart; that is read when there is one.
struct Known {
  std::string path;
  std::optional<std::string> ends = std::nullopt;
};

// The first and the last bytes of a file; nothing where it cannot be read.
std::string ends_of(const std::string& path, uint64_t size) {
  constexpr uint64_t kEnd = 512;
  std::string ends(2 * kEnd, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(ends.data(), static_cast<std::streamsize>(std::min(size, kEnd)));
  file.seekg(static_cast<std::streamoff>(size - std::min(size, kEnd)));
  file.read(ends.data() + kEnd,
            static_cast<std::streamsize>(std::min(size, kEnd)));
  return file ? ends : std::string();
}

bool may_be_copy(Known& archive, Known& other, uint64_t size) {
  for (Known* each : {&archive, &other}) {
    if (!each->ends) each->ends = ends_of(each->path, size);
  }
  return !archive.ends->empty() && *archive.ends == *other.ends;
}

bool is_copy(const std::string& archive, const std::string& other) {
  try {
    return has_same_bytes(archive, other);
  } catch (const IoError&) {
    return false;  // the step that reads it says why
  }
}

}  // namespace

size_t leave_out_links(const BuildRecord& record,
                       std::vector<std::string>& archives) {
  std::map<std::pair<dev_t, ino_t>, std::string> files;
  auto holder = [&](const std::string& archive) -> const std::string* {
    struct stat status {};
    if (io::is_url(archive) || io::entry_path(archive) ||
        ::stat(archive.c_str(), &status) != 0) {
      return nullptr;
    }
    return &files.try_emplace({status.st_dev, status.st_ino}, archive)
                .first->second;
  };
  if (archives.empty()) return 0;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) (void)holder(archive);
  }
  return std::erase_if(archives, [&](const std::string& archive) {
    const std::string* file = holder(archive);
    return file != nullptr && *file != archive;
  });
}

std::vector<LeftOutCopy> leave_out_copies(std::vector<std::string>& archives,
                                          BuildRecord& record) {
  std::vector<LeftOutCopy> copies;
  if (archives.empty()) return copies;
  std::map<uint64_t, std::vector<Known>> files;  // by size
  std::set<std::string> known;
  for (const Batch& batch : record.batches) {
    for (const std::string& archive : batch.archives) {
      known.insert(archive);
      if (auto size = size_of_file(archive)) files[*size].push_back({archive});
    }
  }
  std::erase_if(record.copies, [&](const auto& copy) {
    return known.contains(copy.first) || !known.contains(copy.second.of);
  });
  ArchivePaths paths;
  std::erase_if(archives, [&](const std::string& archive) {
    const std::string path = paths.of(archive);
    const auto size = size_of_file(path);
    if (!size || known.contains(path)) return false;
    auto found = record.copies.find(path);
    Known asked{path};
    for (Known& other : files[*size]) {
      if (other.path == path) return false;  // given twice
      const bool is_remembered =
          found != record.copies.end() && found->second.of == other.path &&
          found->second.state == stamp(path) + ' ' + stamp(other.path);
      if (!is_remembered &&
          (!may_be_copy(asked, other, *size) || !is_copy(path, other.path))) {
        continue;
      }
      record.copies[path] = {other.path, stamp(path) + ' ' + stamp(other.path)};
      copies.push_back({archive, other.path});
      return true;
    }
    if (found != record.copies.end()) record.copies.erase(found);
    files[*size].push_back(std::move(asked));
    return false;
  });
  return copies;
}

}  // namespace wax::collection
