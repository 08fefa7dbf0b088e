#include "io/open_error.h"

#include <cerrno>

namespace wax::io {

IoError open_error(std::string_view path, int code) {
  if (code != ENOENT || path.find("://") == path.npos) {
    return {path, "open", code};
  }
  return {path, "is neither a file nor a URL that can be read here"};
}

}  // namespace wax::io
