// What a query has and no index.
#pragma once

#include <string>
#include <string_view>

#include "io/problem.h"

namespace wax::index {

// Reports "query-sign-left-out" of a query, UTF-8, that has signs beyond ASCII
// that no word has: "★" and "→" of "★ castle →", each once, at most eight.
// Punctuation is not reported, and pictures (emoji) are words (tokens.h).
// `where` is what is searched.
void report_signs_left_out(std::string_view query, const std::string& where,
                           ProblemSink& problems);

}  // namespace wax::index
