// Which query a search is.
#pragma once

#include "index/query/query.h"
#include "index/store/index_reader.h"
#include "serve/answers/search_request.h"

namespace wax::serve {

// The query of the text, with filters and dates. A text that is the URL of a
// page of the index, as people paste it, stands for that page. Throws
// index::QueryError; UsageError for a language without stems, and for a filter
// by a field that queries cannot name. Any number of threads may call it.
[[nodiscard]] index::Query query_of(const index::IndexReader& reader,
                                    const SearchRequest& request);

}  // namespace wax::serve
