// Errors of one line of a file.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/error.h"

namespace wax::lines {

// The message is "FILE: line N: text".
class LineError : public Error {
 public:
  // `line` counts from 1.
  LineError(std::string_view file, uint64_t line, std::string_view text);
};

}  // namespace wax::lines
