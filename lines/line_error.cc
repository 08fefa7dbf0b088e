#include "lines/line_error.h"

#include <string>

namespace wax::lines {

LineError::LineError(std::string_view file, uint64_t line,
                     std::string_view text)
    : Error(std::string(file) + ": line " + std::to_string(line) + ": " +
            std::string(text)) {}

}  // namespace wax::lines
