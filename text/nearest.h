// Suggestions for mistyped names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::text {

// The name most like `wrong`, or "" when none is near. A name is near if few
// letters must be changed, added, removed or exchanged with their neighbour
// (two, or a quarter of a long name; at most half of `wrong`), or if `wrong` is
// a part of it, of three letters at least. The first of equally near names.
[[nodiscard]] std::string nearest_name(std::string_view wrong,
                                       const std::vector<std::string>& names);

// "; did you mean 'NAME'?", or "" when no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view wrong,
                                       const std::vector<std::string>& names);

}  // namespace wax::text
