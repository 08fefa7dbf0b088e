// Fields that rules of access need, and people do not.
#pragma once

#include <string_view>

namespace wax::index {

// Whether lists of fields leave it out, and documents are shown without it. It
// is a field of queries all the same.
[[nodiscard]] constexpr bool is_of_rules(std::string_view field) {
  return field == "said_by";
}

}  // namespace wax::index
