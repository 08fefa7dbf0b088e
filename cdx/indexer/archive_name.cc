#include "cdx/indexer/archive_name.h"

#include <filesystem>

#include "io/inputs/input_files.h"

namespace wax::cdx {

std::string archive_name(const std::string& path, const ArchiveNaming& naming) {
  namespace fs = std::filesystem;
  if (path == "-" || (io::is_url(path) && naming.full_path)) return path;
  if (!naming.full_path && naming.root.empty()) {
    return std::string(io::base_name(path));
  }
  // The name of an entry is no path, even if it has ".." in it.
  auto inside = io::entry_path(path);
  std::string entry = inside ? "!/" + std::string(inside->entry) : "";
  fs::path file = inside ? fs::path(inside->zip) : fs::path(path);
  fs::path absolute = fs::absolute(file).lexically_normal();
  if (naming.full_path) return absolute.string() + entry;
  fs::path root = fs::absolute(naming.root).lexically_normal();
  return absolute.lexically_relative(root).string() + entry;
}

}  // namespace wax::cdx
