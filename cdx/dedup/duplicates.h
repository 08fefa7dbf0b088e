// Captures that need not be imported again, and where the captures are.
#pragma once

#include <cstdint>
#include <memory>

#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::cdx {

struct DuplicateOptions {
  // Captures of batches before this one are not given; they can represent their
  // versions (below) as all others can.
  uint32_t from_batch = 0;
  // Gives "urlkey digest BBBBBBdate14" for each version, with the batch and
  // date of the capture that represents it, and the same line with
  // " BBBBBBdate14" at its end for each duplicate.
  bool with_originals = false;
  lines::SortOptions sort;  // for a version with more captures than fit
};

struct DuplicateCounts {
  uint64_t unique = 0;      // versions whose capture is in a batch given
  uint64_t same_date = 0;   // captures left out (below)
  uint64_t duplicates = 0;  // lines
};

// Gives the duplicates, "urlkey digest date14 original=date14": all captures of
// a version except the one that represents it, whose date is the last column.
// `ranked` are ranked lines (versions.h) in byte order. A version is
// represented by its best capture by rank, then that of the first batch, then
// the earliest: so which versions have one, and which captures are duplicates,
// does not depend on how captures are grouped in batches. Lines are given in
// the order of version, batch and date, each once.
//
// A capture with the batch and the date of the one that represents the version
// is not given: a list names a capture by key, digest and date, so it would
// exclude both.
//
// Memory: the captures of one version, where the best is not the first, and no
// more than options.sort.memory, past which they are sorted on disk.
[[nodiscard]] std::unique_ptr<lines::LineStream> duplicate_lines(
    std::unique_ptr<lines::LineStream> ranked, const DuplicateOptions& options,
    DuplicateCounts& counts);

// Lines that differ from the one before them.
[[nodiscard]] std::unique_ptr<lines::LineStream> distinct_lines(
    std::unique_ptr<lines::LineStream> lines);

// The lines of `dated`, "urlkey digest date14" and further columns, each with
// the columns of the place that the first line of `places` with the same first
// three has. Both are in byte order of these three. Memory: a line of each.
[[nodiscard]] std::unique_ptr<lines::LineStream> placed_lines(
    std::unique_ptr<lines::LineStream> dated,
    std::unique_ptr<lines::LineStream> places);

}  // namespace wax::cdx
