// Imports lists of archives into a segment, in parts that survive a kill.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "collection/import/archive_list.h"
#include "collection/import/import.h"

namespace wax::collection {

struct SegmentImport {
  std::string output;  // the segment
  cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt;
  std::string identity;
  bool force = false;
  std::vector<std::string> lists = {};  // files that are read beside archives
  // Called before the segment appears, and may throw.
  std::function<void()> before_it_appears = {};
  // Differs when the same archives may give another segment.
  std::string rules;
  // Stored bytes of archives that make a part.
  uint64_t part = uint64_t{16} << 20;
};

// Imports the archives in their order. The segment appears whole or not at all.
//
// Archives are imported in parts: consecutive ones of together at least
// `import.part` bytes. Each part becomes a segment in the folder
// OUTPUT.unfinished. The next call with the same rules and the same archives
// (by path, size and time) takes the parts that are there, and reports their
// problems again; the last one joins all parts and removes the folder. An
// import of one part makes no folder. Segments have the same bytes however
// often the import was begun.
//
// `progress` is called with the stored bytes done. Throws UsageError when the
// output exists without `force`, or another process makes it; IoError.
[[nodiscard]] ImportStats import_segment(
    const std::vector<ListedArchive>& archives, const SegmentImport& import,
    const ImportOptions& options, ProblemSink& problems,
    const std::function<void(uint64_t)>& progress = {});

}  // namespace wax::collection
