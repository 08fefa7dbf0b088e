// Lists that say where their captures are.
#pragma once

#include <memory>

#include "lines/line_stream.h"

namespace wax::cdx {

// The lines of `dated`, "urlkey digest date14" and further columns, each with
// the columns of the place that the first line of `places` with the same first
// three has. Both are in byte order of these three. Memory: a line of each.
[[nodiscard]] std::unique_ptr<lines::LineStream> placed_lines(
    std::unique_ptr<lines::LineStream> dated,
    std::unique_ptr<lines::LineStream> places);

}  // namespace wax::cdx
