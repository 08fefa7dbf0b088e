// Makes one JSON document of lines that are JSON objects.
#pragma once

#include <memory>

#include "lines/line_stream.h"

namespace wax::lines {

// Each line becomes an element of one array: "[{...},", "{...}]". Without lines
// the array is "[]". Keeps the order. Memory: two lines.
[[nodiscard]] std::unique_ptr<LineStream> json_array(
    std::unique_ptr<LineStream> elements);

}  // namespace wax::lines
