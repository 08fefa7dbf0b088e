#include "cdx/indexer/archive_name.h"

#include <filesystem>

#include "io/input_files.h"

namespace wax::cdx {

std::string archive_name(const std::string& path, const ArchiveNaming& naming) {
  namespace fs = std::filesystem;
  if (path == "-" || (io::is_url(path) && naming.full_path)) return path;
  if (!naming.full_path && naming.root.empty()) {
    return std::string(io::base_name(path));
  }
  fs::path absolute = fs::absolute(path).lexically_normal();
  if (naming.full_path) return absolute.string();
  fs::path root = fs::absolute(naming.root).lexically_normal();
  return absolute.lexically_relative(root).string();
}

}  // namespace wax::cdx
