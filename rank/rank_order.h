// The order of ranks: by views, the most first; then by entity.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lines/line_stream.h"
#include "lines/sort.h"
#include "rank/entity_views.h"

namespace wax::rank {

// Appends a line that sorts, in byte order, by views, the most first, and then
// by entity. Ids of a letter and a number ("Q42") are in the order of their
// numbers, and before all other entities, which are in byte order.
void append_order_line(const EntityLine& entity, std::string& line);

// The same back. `entity` holds the text of the answer.
[[nodiscard]] EntityLine parse_order_line(std::string_view line,
                                          std::string& entity);

// Such lines, sorted, of lines "entity views steady months". With `by_steady`,
// both numbers of views have changed places.
[[nodiscard]] std::unique_ptr<lines::LineStream> ordered_lines(
    std::unique_ptr<lines::LineStream> entities, bool by_steady,
    const lines::SortOptions& sort);

}  // namespace wax::rank
