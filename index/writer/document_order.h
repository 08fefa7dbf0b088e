// The order of the documents of a merge: those with the same words are near
// each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/writer/lucene_segment_merger.h"
#include "io/budget.h"

namespace wax::index {

// Gives the documents of the sources that are kept other numbers: those of
// bisected_order() by the words of the fields that are searched without a
// name, as far as 64 documents and more have them, and of the numbers that
// they have. So it depends on the documents and on these numbers alone, but for
// their memory: where four bytes for each word of a document do not fit into
// it, words of more than a tenth of the documents and the rarest are left out.
//
// `directory` is for messages. Memory: that, and 25 bytes for each document.
// Throws as merge_lucene_segments().
void order_documents(const std::string& directory,
                     std::vector<MergeSource>& sources,
                     const io::Budget& budget);

}  // namespace wax::index
