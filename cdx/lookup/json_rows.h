// Answers of a look-up as JSON, in the form of OutbackCDX's output=json.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cdx/lookup/row.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The fields that OutbackCDX gives when a query names none.
[[nodiscard]] std::vector<std::string> outback_fields();

// One JSON array, in it an array of its values for each line of an answer with
// the fields of `row`. Keeps the order. Memory: two lines. `count` is the
// number of captures so far, and outlives the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> json_rows(
    std::unique_ptr<lines::LineStream> lines, Row row, uint64_t& count);

}  // namespace wax::cdx
