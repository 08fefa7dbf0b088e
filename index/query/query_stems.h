// Stems of the words of a query.
#pragma once

#include <string>
#include <vector>

#include "index/query/query.h"

namespace wax::index {

// Which stems a query looks for.
struct QueryStems {
  std::vector<std::string> languages;  // those of the index
  std::string wanted;  // one of them; "none"; empty: as the query says
};

// Gives the words of the query their stems: those that stand alone, without
// quotes and not under NOT, in all fields or `content`. Their language is
// `wanted`; else that of "lang:en" in the query, if it requires one; else that
// of the index, if it has stems of one alone. Throws UsageError when `wanted`
// is no language of the index.
void add_stems(Query& query, const QueryStems& stems);

}  // namespace wax::index
