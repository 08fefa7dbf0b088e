#include "io/open_error.h"

#include <cerrno>

#include "io/remote/remote_file.h"

namespace wax::io {

IoError open_error(std::string_view path, int code) {
  if (code != ENOENT || path.find("://") == path.npos) {
    return {path, "open", code};
  }
  return {path, is_url(path) ? "is a URL, and only files are read here"
                             : "is neither a file nor a URL that can be read"};
}

}  // namespace wax::io
