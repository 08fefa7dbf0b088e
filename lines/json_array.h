// Lines that are objects as one JSON document.
#pragma once

#include <memory>

#include "lines/line_stream.h"

namespace wax::lines {

// Each line as an element of an array that begins in front of the first and
// ends behind the last: "[{...},", "{...}]"; of no line, "[]". Order kept;
// memory: two lines.
[[nodiscard]] std::unique_ptr<LineStream> json_array(
    std::unique_ptr<LineStream> elements);

}  // namespace wax::lines
