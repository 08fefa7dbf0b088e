#include "warc/reader/archive_parts.h"

#include <filesystem>
#include <system_error>

#include "io/inputs/input_files.h"

namespace wax::warc {
namespace {

// 0 of what is no regular file.
uint64_t size_on_disk(const std::string& path) {
  std::error_code error;
  if (io::entry_path(path) || !std::filesystem::is_regular_file(path, error)) {
    return 0;
  }
  uint64_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace

std::vector<ArchivePart> archive_parts(const std::vector<std::string>& paths,
                                       uint64_t size) {
  std::vector<ArchivePart> parts;
  for (size_t i = 0; i < paths.size(); ++i) {
    uint64_t bytes = size == UINT64_MAX ? 0 : size_on_disk(paths[i]);
    uint64_t begin = 0;
    for (; bytes > begin && bytes - begin > size; begin += size) {
      parts.push_back({i, begin, begin + size});
    }
    parts.push_back({i, begin, UINT64_MAX});
  }
  return parts;
}

}  // namespace wax::warc
