// Reads all of a segment, and holds its files against each other.
#pragma once

#include "index/store/lucene_segment.h"
#include "index/upkeep/index_check.h"

namespace wax::index {

// Terms, postings, positions, skip data, blocks and norms, as check_index()
// says. Adds to the counts. Throws FormatError at the first fault, IoError.
void check_lucene_segment(const LuceneSegment& segment,
                          IndexCheckCounts& counts);

}  // namespace wax::index
