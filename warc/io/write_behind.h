// Writing while the caller goes on.
#pragma once

#include <memory>

#include "warc/io/output.h"

namespace wax::io {

// Hands what is written on to `output` in a thread of its own. What that throws
// is thrown by a later write(), flush() or finish(); nothing is handed on after
// it. flush() and finish() wait until all is handed on. What one write() gave
// is handed on in one piece. Memory: two blocks of 512 KiB.
[[nodiscard]] std::unique_ptr<Output> write_behind(
    std::unique_ptr<Output> output);

}  // namespace wax::io
