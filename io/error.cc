#include "io/error.h"

#include <cerrno>
#include <system_error>

namespace wax {

IoError::IoError(std::string_view file, std::string_view operation, int code)
    : Error(std::string(file) + ": " + std::string(operation) + ": " +
            std::generic_category().message(code)),
      code_(code) {}

IoError::IoError(std::string_view file, std::string_view text)
    : Error(std::string(file) + ": " + std::string(text)), code_(EIO) {}

FormatError::FormatError(std::string_view file, uint64_t offset,
                         std::string_view text)
    : Error(std::string(file) + ": at byte " + std::to_string(offset) + ": " +
            std::string(text)),
      offset_(offset),
      text_(text) {}

}  // namespace wax
