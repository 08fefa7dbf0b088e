// The quotes of a query.
#pragma once

#include <cstddef>
#include <string_view>

namespace wax::index {

// The length in bytes of the quote at text[at]: straight, curly, low or
// angular, or a bracket of Chinese and Japanese; 0 for others, as for
// apostrophes and for a straight one between two Hebrew letters, where it is
// part of an abbreviation (UAX 29, WB7b and WB7c).
[[nodiscard]] size_t quote_length(std::string_view text, size_t at);

// Where the quote begins that closes the one at text[at]: people mix them, so
// the next one of the same kind, unless those of other kinds before it do not
// come in pairs; then the first of these. npos: none. A backslash takes the
// character after it.
[[nodiscard]] size_t closing_quote(std::string_view text, size_t at);

}  // namespace wax::index
