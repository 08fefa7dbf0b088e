// Whether a collection has captures of a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/store/index_reader.h"

namespace wax::collection {

// The CDX files of the collection in `folder`: the file that somebody put
// there, or those that wax-build lists. They need not be there.
[[nodiscard]] std::vector<std::string> capture_files(const std::string& folder);

// Whether an index or the CDX files of the collection in `folder`, which may
// have none, have a capture with the URL key of the page. Also true where these
// do not tell: when their keys are of an unknown kind, when `page` is a key of
// another kind, and when clients of a server have submitted captures. Memory: a
// block of each file. Throws as Searcher::search(), cdx::open_searchable() and
// lines of the files do.
[[nodiscard]] bool may_have_captures(const index::IndexReader& reader,
                                     const std::string& folder,
                                     std::string_view page);

}  // namespace wax::collection
