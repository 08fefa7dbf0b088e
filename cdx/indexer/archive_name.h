// How lines name the archive that holds a record.
#pragma once

#include <string>

namespace wax::cdx {

struct ArchiveNaming {
  bool full_path = false;  // absolute path; of a web address, all of it
  std::string root = {};   // when not empty, the path as seen from there
};

// Else the last part of the path; "-" stays.
[[nodiscard]] std::string archive_name(const std::string& path,
                                       const ArchiveNaming& naming);

}  // namespace wax::cdx
