// Archives that a build is given and has already: links to those of a batch,
// and copies of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collection/record/build_record.h"

namespace wax::collection {

// Removes from `archives` those that are files of the record, or of `archives`
// before them, by another name: links. Returns how many.
size_t leave_out_links(const BuildRecord& record,
                       std::vector<std::string>& archives);

// Removes from `archives` those that have the same bytes as an archive of the
// record, or of `archives` before them: copies, whose captures would be there
// twice. The record remembers them, so that they are read once. Archives in a
// WACZ and those of other machines are not compared. Returns those that are
// left out.
struct LeftOutCopy {
  std::string archive;
  std::string of;  // the absolute path of the other one

  friend bool operator==(const LeftOutCopy&, const LeftOutCopy&) = default;
};
[[nodiscard]] std::vector<LeftOutCopy> leave_out_copies(
    std::vector<std::string>& archives, BuildRecord& record);

}  // namespace wax::collection
