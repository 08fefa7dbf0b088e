#include "tests/support/paths.h"

namespace wax::tests {

std::string source_path(std::string_view name) {
  std::string path = WAX_SOURCE_DIR;
  if (!name.empty()) path.append("/").append(name);
  return path;
}

std::string program_folder() { return WAX_BIN_DIR; }

}  // namespace wax::tests
