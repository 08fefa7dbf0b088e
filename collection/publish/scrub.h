// A share of what a build keeps, read again and held against its checksums, so
// that a collection is read whole once in a while without a long check.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "collection/record/build_folder.h"
#include "io/problem.h"

namespace wax::collection {

// The files of a build are dealt into `parts` shares by their names, so that
// new files leave others where they are.
struct ScrubPart {
  uint64_t number = 0;  // 1 to `parts`; 0: the one that was read longest ago
  uint64_t parts = 1;
};

// Reads "3/52" or "next/52". Throws UsageError.
[[nodiscard]] ScrubPart scrub_part_of(std::string_view text);

struct ScrubCounts {
  uint64_t number = 0;  // of the part that was read
  uint64_t files = 0;
  uint64_t bytes = 0;
  uint64_t differences = 0;
  uint64_t removed = 0;
  bool needs_build = false;  // with `repair`: a build makes again what is left
  std::unique_ptr<BuildLock> lock;  // for that build
  // Damaged files that nothing makes again: what was known of them is right.
  std::set<std::string> unrepaired;
  uint64_t parts_read = 0;  // of all parts, until now
};

// Reads the archives and the files of `out` that are in a part, and reports
// those that are not as the last build left them, as check_build() does
// ("build-damaged", "build-missing", "build-changed"). OUT/build.json,
// OUT/build.steps and OUT/build.files are looked at in every part. Remembers in
// OUT/build.scrub which part was read, and when.
//
// `repair`: what is damaged and can be made again (publish/remaking.h) is
// removed, so that the next build makes it; OUT/pindexes stays until that
// build replaces it. Files whose size or time changed are looked at in all
// parts then. Other damage is only named; so is OUT/build.files, without which
// nothing is repaired. The lock is that of a build, without `repair` that of
// readers. Throws UsageError when `out` is no build, or a build runs there;
// IoError.
ScrubCounts scrub_build(const std::string& out, const ScrubPart& part,
                        bool repair, ProblemSink& problems);

}  // namespace wax::collection
