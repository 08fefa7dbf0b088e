#include "tools/collection_cli/collection_first.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "collection/layout.h"
#include "collection/record/step.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/shell_line.h"

namespace wax::tools::collection_cli {
namespace {

namespace fs = std::filesystem;

bool is_there(const std::string& path) {
  std::error_code failure;
  return fs::exists(path, failure) || failure;
}

bool is_folder(const std::string& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

bool is_build(const std::string& path) {
  return collection::is_there(collection::Layout{path}.build_record());
}

bool is_collection_or_index(const std::string& path) {
  return index::is_collection(path) || index::is_index(path);
}

[[noreturn]] void refuse_order(const std::string& what, const std::string& out,
                               std::vector<std::string> archives) {
  std::vector<std::string> line = {"wax", "build", out};
  line.insert(line.end(), archives.begin(), archives.end());
  throw UsageError(what +
                   "; the first argument is the folder to build, and archives "
                   "come after it: " +
                   text::shell_line(line));
}

// Takes the folder to build out of what was given as archives.
std::string take_folder(std::vector<std::string>& archives) {
  auto found = std::find_if(archives.begin(), archives.end(), is_build);
  if (found == archives.end()) {
    found = std::find_if(archives.begin(), archives.end(),
                         [](const auto& one) { return !is_there(one); });
  }
  if (found == archives.end()) return "OUT";
  std::string folder = *found;
  archives.erase(found);
  return folder;
}

[[noreturn]] void refuse_missing(const std::string& folder) {
  throw UsageError(folder +
                   ": there is no such folder; give the collection that wax "
                   "build has made, or an index");
}

}  // namespace

void check_collection_first(std::string_view tool,
                            const std::vector<std::string>& arguments) {
  const std::string& first = arguments.front();
  if (is_there(first)) return;
  const auto other = std::find_if(arguments.begin() + 1, arguments.end(),
                                  is_collection_or_index);
  if (other == arguments.end()) refuse_missing(first);
  std::vector<std::string> line = {"wax", std::string(tool.substr(4))};
  std::vector<std::string> right = arguments;
  std::iter_swap(right.begin(), right.begin() + (other - arguments.begin()));
  line.insert(line.end(), right.begin(), right.end());
  throw UsageError(
      first + ": there is no such folder, and " + *other +
      " is a collection, which comes first: " + text::shell_line(line));
}

void check_all_collections(std::string_view tool,
                           const std::vector<std::string>& arguments) {
  const auto other =
      std::find_if_not(arguments.begin(), arguments.end(), is_there);
  if (other == arguments.end()) return;
  if (std::none_of(arguments.begin(), arguments.end(),
                   is_collection_or_index)) {
    refuse_missing(*other);
  }
  std::vector<std::string> line = {"wax", std::string(tool.substr(4))};
  std::copy_if(arguments.begin(), arguments.end(), std::back_inserter(line),
               is_there);
  throw UsageError(*other + ": there is no such folder, and " +
                   std::string(tool) +
                   " takes no other words: " + text::shell_line(line));
}

void check_is_collection(const std::string& folder) {
  if (index::is_collection(folder)) return;
  throw UsageError(folder +
                   ": is no collection, as wax build makes it: nothing is "
                   "written there");
}

void check_build_first(const std::string& out,
                       const std::vector<std::string>& archives) {
  if (is_build(out)) return;
  std::vector<std::string> rest = archives;
  if (!is_there(out)) {
    if (rest.size() == 1 && is_build(rest.front()) &&
        !io::has_archive_names(rest.front())) {
      refuse_order(out + ": is not there, and " + rest.front() + " is a build",
                   rest.front(), {out});
    }
    return;
  }
  if (!is_folder(out)) {
    const std::string folder = take_folder(rest);
    rest.insert(rest.begin(), out);
    refuse_order(out + ": is a file and no build", folder, std::move(rest));
  }
  // OUT may be a large folder, which is walked last.
  for (const std::string& archive : archives) {
    if (archive == "-" || io::is_url(archive) || io::entry_path(archive) ||
        (is_folder(archive) ? io::has_archive_names(archive)
                            : is_there(archive))) {
      return;
    }
  }
  if (!io::has_archive_names(out)) return;
  refuse_order(out + ": has archives and is no build",
               archives.empty() ? "OUT" : archives.front(), {out});
}

}  // namespace wax::tools::collection_cli
