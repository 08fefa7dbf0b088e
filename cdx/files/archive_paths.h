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
  // `archives`: what io::expand_inputs() takes. `path_indexes`: files as pywb
  // and Wayback have them, with lines of name, tab, path or URL, and perhaps
  // further paths after further tabs; sorted or not, gzip'd or not. They take
  // precedence over `archives`. Throws IoError.
  ArchivePaths(const std::vector<std::string>& archives,
               const std::vector<std::string>& path_indexes,
               ProblemSink& problems);

  // The paths for a name as it is in a line, else for the part after its last
  // slash; none when neither is known. Several archives may have one name: that
  // of a path index comes first, then those that end with all of the name in
  // the line, folders included. Which of them has the record of a line is told
  // by the record itself (cdx/lookup/record_match.h). Of several paths in an
  // index, the first one that exists or is a URL. Valid as long as the object.
  [[nodiscard]] std::vector<std::string_view> find(
      std::string_view filename) const;

 private:
  void add(std::string name, const std::string& path);

  // Names to paths, in the order in which they were given.
  std::map<std::string, std::vector<std::string>, std::less<>> paths_;
};

// The path that a name in a line is by itself: as it is written, or, when no
// file is there, with the bytes that CDX lines escape (append_column()).
[[nodiscard]] std::string named_path(std::string_view filename);

}  // namespace wax::cdx
