// The paths of the archives that CDX records name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"

namespace wax::cdx {

class ArchivePaths {
 public:
  // `archives`: what io::expand_inputs() takes; of two with the same name, the
  // first counts. `path_indexes`: files as pywb and Wayback have them, with
  // lines of name, tab, path or URL, and perhaps further paths after further
  // tabs; sorted or not, gzip'd or not. They take precedence over `archives`.
  // Throws IoError.
  ArchivePaths(const std::vector<std::string>& archives,
               const std::vector<std::string>& path_indexes,
               ProblemSink& problems);

  // The path for a name as it is in a line, else for the part after its last
  // slash; empty when neither is known. Of several paths in an index, the first
  // one that exists or is a URL. Valid as long as the object.
  [[nodiscard]] std::string_view find(std::string_view filename) const;

 private:
  std::map<std::string, std::string, std::less<>> paths_;
};

}  // namespace wax::cdx
