#include "tools/collection_cli/build_output.h"

#include <filesystem>
#include <system_error>

#include "collection/layout.h"
#include "collection/pipeline/build_folder.h"
#include "collection/pipeline/command.h"
#include "collection/pipeline/step.h"
#include "io/error.h"
#include "io/inputs/input_files.h"

namespace wax::tools::collection_cli {
namespace {

namespace fs = std::filesystem;

// The folder of a build that `path` lies in; empty: none.
std::string build_around(const std::string& path) {
  std::error_code failed;
  fs::path folder = fs::weakly_canonical(path, failed);
  if (failed) return {};
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    const collection::Layout layout{folder.string()};
    if (collection::is_there(layout.build_record())) return folder.string();
  }
  return {};
}

bool is_running(const std::string& build) {
  try {
    const collection::BuildReadLock none_runs(build);
    return false;
  } catch (const UsageError&) {
    return true;
  }
}

}  // namespace

void refuse_folder_of_build(const std::string& output,
                            std::string_view option) {
  if (output.empty() || io::is_url(output)) return;
  const std::string build = build_around(output);
  if (build.empty() || is_running(build)) return;
  throw UsageError(
      output + " lies in the folder of a build, where wax-build " +
      "makes all files; give another " + std::string(option) +
      ", or add archives: " + collection::shell_line({"wax-build", build}) +
      " ARCHIVE...");
}

}  // namespace wax::tools::collection_cli
