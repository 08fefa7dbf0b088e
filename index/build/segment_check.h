// Reads all of a segment, and holds its files against each other.
#pragma once

#include "index/build/index_check.h"
#include "index/store/index_segment.h"

namespace wax::index {

// Terms, postings, positions, skip data, blocks and norms, as check_index()
// says. Adds to the counts. Throws FormatError at the first fault, IoError.
void check_segment(const IndexSegment& segment, IndexCheckCounts& counts);

}  // namespace wax::index
