#include "tools/collection_cli/collection_first.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "index/store/shard_folder.h"
#include "io/error.h"
#include "text/shell_line.h"

namespace wax::tools::collection_cli {

void check_collection_first(std::string_view tool,
                            const std::vector<std::string>& arguments) {
  std::error_code failure;
  const std::string& first = arguments.front();
  if (std::filesystem::exists(first, failure) || failure) return;
  const auto other = std::find_if(
      arguments.begin() + 1, arguments.end(), [](const std::string& one) {
        return index::is_collection(one) || index::is_index(one);
      });
  if (other == arguments.end()) {
    throw UsageError(first +
                     ": there is no such folder; give the collection that wax "
                     "build has made, or an index");
  }
  std::vector<std::string> line = {"wax", std::string(tool.substr(4))};
  std::vector<std::string> right = arguments;
  std::iter_swap(right.begin(), right.begin() + (other - arguments.begin()));
  line.insert(line.end(), right.begin(), right.end());
  throw UsageError(
      first + ": there is no such folder, and " + *other +
      " is a collection, which comes first: " + text::shell_line(line));
}

}  // namespace wax::tools::collection_cli
