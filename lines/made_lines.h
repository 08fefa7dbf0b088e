// Lines that a function makes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "lines/line_stream.h"

namespace wax::lines {

// The lines that `make` writes, in its order: it is given an empty line and
// returns false at the end. What it throws ends the stream. Memory: one line.
[[nodiscard]] std::unique_ptr<LineStream> made_lines(
    std::function<bool(std::string& line)> make);

}  // namespace wax::lines
