#include "tests/support/shared.h"

#include <cstdlib>
#include <filesystem>

#include "tests/support/paths.h"

namespace wax::tests {

std::optional<std::string> shared_file(std::string_view name) {
  const char* folder = std::getenv("WAX_SHARED");
  std::filesystem::path path =
      folder != nullptr ? std::filesystem::path(folder)
                        : std::filesystem::path(source_path("../shared"));
  path /= name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path.string();
}

}  // namespace wax::tests
