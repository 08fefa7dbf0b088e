// Dates of captures, shared out among the parts of a collection that have them.
#pragma once

#include <string>
#include <vector>

#include "lines/sort.h"

namespace wax::cdx {

struct DateShare {
  struct Source {
    std::string captures;    // CDX lines, in byte order
    std::string duplicates;  // a list of those that are left out
  };
  std::vector<Source> sources;
  std::string dates;  // the file to write
};

// Writes to the `dates` of each part the lines of `list`, a date list in byte
// order, whose version is one of the part's captures that are not left out. A
// file that has just these lines is not touched, so that its time tells whether
// the part has new dates. Memory: options.memory, and a block for each of up to
// lines::kMergeFanIn sources. Throws IoError, FormatError.
void share_dates(const std::string& list, const std::vector<DateShare>& parts,
                 const lines::SortOptions& options);

}  // namespace wax::cdx
