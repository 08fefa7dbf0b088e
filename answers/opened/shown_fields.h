// The fields that search pages show of any index.
#pragma once

#include <string>
#include <vector>

#include "index/search/document_values.h"

namespace wax::answers {

// Whether builds have made a column of PageRank.
[[nodiscard]] bool has_page_rank(const index::FieldNames& names);

// Fields of the index whose values can be counted, and that people look at.
[[nodiscard]] std::vector<std::string> facet_fields(
    const index::FieldNames& names);

// The field of the periods that pages show; empty: the index has no such field.
[[nodiscard]] std::string period_field(const index::FieldNames& names);

// The values that a search page needs.
[[nodiscard]] std::vector<std::string> fields_of_search_page(
    const index::FieldNames& names);

}  // namespace wax::answers
