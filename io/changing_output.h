// A file that is replaced only by other bytes.
#pragma once

#include <memory>
#include <string>

#include "io/output.h"

namespace wax::io {

// Opens an output like open_output() with `force`; but a file that has just
// these bytes already stays, so that its time tells when it changed.
[[nodiscard]] std::unique_ptr<Output> open_changing_output(
    const std::string& path);

}  // namespace wax::io
