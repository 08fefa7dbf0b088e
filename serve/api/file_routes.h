// Files that are published as they are: lists, ranks. Handlers are added by one
// thread before the server runs; then any number of threads call them.
#pragma once

#include <string>

#include "serve/http/router.h"

namespace wax::serve {

// The type of a file by the end of its name.
[[nodiscard]] std::string_view type_of_file(std::string_view name);

// /files/NAME for the files right in `folder` whose names do not begin with
// "."; unfinished ones (NAME.part-PID) are not there. /files/ lists the names.
// ETag is the SHA-256 of the file, computed when it is first asked for. As RFC
// 9110 says: If-Match, If-None-Match, If-Modified-Since, Range (one range),
// If-Range. Pages of other origins may ask, too. A download goes on with the
// file that it began with, when that is replaced.
void add_file_routes(std::string folder, Router& router);

}  // namespace wax::serve
