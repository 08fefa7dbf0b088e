// Lines for a terminal, which text from archives must not steer.
#pragma once

#include <memory>

#include "io/output.h"

namespace wax::tools::cli {

// Writes to `output` with the bytes escaped that append_printable() escapes,
// but for newlines and tabs. flush() keeps the beginning of a character whose
// rest has not come.
[[nodiscard]] std::unique_ptr<io::Output> terminal_output(
    std::unique_ptr<io::Output> output);

}  // namespace wax::tools::cli
