// Words of a query: as they are, beginnings, wildcards, near words.
#pragma once

#include <optional>
#include <string_view>

#include "index/query/query.h"
#include "index/query/query_value.h"

namespace wax::index {

// `field` is empty for words of all fields. Nothing when there are no words.
// Throws QueryError.
[[nodiscard]] std::optional<Query> words_of(std::string_view field,
                                            const QueryValue& value);

}  // namespace wax::index
