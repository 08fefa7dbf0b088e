// Why a file cannot be opened.
#pragma once

#include <string_view>

#include "io/error.h"

namespace wax::io {

// `code` is an errno value. A name with "://" that is no file is the address of
// something that cannot be read, here or at all. Any number of threads may call
// it.
[[nodiscard]] IoError open_error(std::string_view path, int code);

}  // namespace wax::io
