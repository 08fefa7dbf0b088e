// The fields that search pages show of any index.
#pragma once

#include <string>
#include <vector>

#include "index/store/index_reader.h"

namespace wax::serve {

// Whether builds have made a column of PageRank.
[[nodiscard]] bool has_page_rank(const index::IndexReader& reader);

// Fields of the reader whose values can be counted, and that people look at.
[[nodiscard]] std::vector<std::string> facet_fields(
    const index::IndexReader& reader);

// That of the periods that pages show; empty: the reader has none.
[[nodiscard]] std::string period_field(const index::IndexReader& reader);

// The values that a search page needs.
[[nodiscard]] std::vector<std::string> fields_of_search_page(
    const index::IndexReader& reader);

}  // namespace wax::serve
