// Which query a search is.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "answers/requests/search_request.h"
#include "index/query/query.h"
#include "index/query/query_form.h"  // for pages with such a form
#include "index/schema/columns.h"
#include "index/store/index_reader.h"

namespace wax::answers {

// What of an index decides which query a text is.
struct QueryFacts {
  index::ColumnNames columns;
  std::vector<std::string> stems;  // languages
  // Whether the index has a term of the field of stems.
  std::function<bool(const std::string& term)> has_stem;
  // Whether the query, which is for the URL of a page, finds something.
  std::function<bool(const index::Query& query)> finds_some;
};
// The facts of a reader, which outlives them.
[[nodiscard]] QueryFacts query_facts(const index::IndexReader& reader);

// The query of the text, with filters and dates. A text that is the URL of a
// page of the index, as people paste it, is a query for that page. Throws
// index::QueryError; UsageError for a language without stems, and for a filter
// by a field that queries cannot name. Any number of threads may call it.
[[nodiscard]] index::Query query_of(const QueryFacts& facts,
                                    const SearchRequest& request);
[[nodiscard]] index::Query query_of(const index::IndexReader& reader,
                                    const SearchRequest& request);

}  // namespace wax::answers
