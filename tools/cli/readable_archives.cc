#include "tools/cli/readable_archives.h"

#include <unistd.h>

#include <cerrno>

#include "collection/pipeline/build_folder.h"
#include "io/error.h"
#include "io/inputs/wacz.h"
#include "io/open_error.h"
#include "io/remote/remote_file.h"

namespace wax::tools::cli {
namespace {

// Empty when the object is there.
std::string refusal_of(const std::string& object) {
  try {
    if (io::recent_state(object)) return {};
  } catch (const IoError& error) {
    return error.what();
  }
  return object + ": there is no such object";
}

}  // namespace

std::vector<std::string> readable_archives(
    const std::vector<std::string>& named, io::SkippedFiles& skipped,
    ProblemSink& problems, Console& console) {
  std::vector<std::string> archives;
  collection::ArchivePaths paths;
  for (const std::string& path : io::expand_folders(named, skipped)) {
    if (path == "-") {
      throw UsageError("a build reads archives again later; give files, not -");
    }
    auto inside = io::entry_path(path);
    std::string file(inside ? inside->zip : path);
    if (io::is_object(file)) {
      if (std::string why = refusal_of(file); !why.empty()) {
        console.error(why +
                      "; it is not added: give it again when it can be read");
        continue;
      }
    } else if (!io::is_url(file)) {
      if (::access(file.c_str(), R_OK) != 0) {
        const bool may_come = file.find("://") == file.npos;
        console.error(
            io::open_error(file, errno).what() +
            std::string(may_come ? "; it is not added: give it again when it "
                                   "can be read"
                                 : "; it is not added"));
        continue;
      }
      file = paths.of(file);
    }
    if (inside) file.append("!/").append(inside->entry);
    // A zip file without archives is reported. A server may answer later: the
    // steps report what it refuses now.
    if (io::is_url(file) || !io::expand_inputs({file}, problems).empty()) {
      archives.push_back(file);
    }
  }
  return archives;
}

}  // namespace wax::tools::cli
