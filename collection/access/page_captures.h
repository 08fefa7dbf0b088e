// Whether a collection has captures of pages.
#pragma once

#include <string>
#include <vector>

#include "index/store/index_reader.h"

namespace wax::collection {

// The CDX files of the collection in `folder`: the file that somebody put
// there, or those that wax-build lists. They need not be there.
[[nodiscard]] std::vector<std::string> capture_files(const std::string& folder);

// Returns the pages without a capture: neither the index nor a CDX file of the
// collection in `folder` has one with their URL key; a collection may have no
// CDX files. Leaves out pages for which this is not certain: when a part of the
// index is missing, when keys are of an unknown kind, when a page is a key of
// another kind, and when clients of a server have submitted captures. Opens one
// file at a time. Throws what Searcher::search(), cdx::open_searchable() and
// reading the files throw.
[[nodiscard]] std::vector<std::string> without_captures(
    const index::IndexReader& reader, const std::string& folder,
    std::vector<std::string> pages);

}  // namespace wax::collection
