#include "tools/collection_cli/build_output.h"

#include "collection/record/build_folder.h"
#include "collection/record/command.h"
#include "index/store/other_version.h"
#include "io/error.h"
#include "io/inputs/input_files.h"

namespace wax::tools::collection_cli {
namespace {

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
  const std::string build = index::build_around(output);
  if (build.empty() || is_running(build)) return;
  throw UsageError(
      output + " lies in the folder of a build, where wax-build " +
      "makes all files; give another " + std::string(option) +
      ", or add archives: " + collection::shell_line({"wax-build", build}) +
      " ARCHIVE...");
}

}  // namespace wax::tools::collection_cli
