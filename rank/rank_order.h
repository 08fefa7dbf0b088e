// The order of ranks: by views, the most first; then by entity.
#pragma once

#include <string>
#include <string_view>

#include "rank/entity_views.h"

namespace wax::rank {

// Appends a line that sorts, in byte order, by views, the most first, and then
// by entity. Ids of a letter and a number ("Q42") are in the order of their
// numbers, and before all other entities, which are in byte order.
void append_order_line(const EntityLine& entity, std::string& line);

// The same back. `entity` holds the text of the answer.
[[nodiscard]] EntityLine parse_order_line(std::string_view line,
                                          std::string& entity);

}  // namespace wax::rank
