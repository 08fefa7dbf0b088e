// What a person names on a command line, as archive files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::io {

// Whether a name is that of an archive: ".arc" or ".warc", compressed or not.
[[nodiscard]] bool is_archive_name(std::string_view name);

// Files and "-" stay as they are, there or not; a directory becomes the
// archives in it and below, by name, in byte order of their paths. Throws
// IoError when a directory cannot be read.
[[nodiscard]] std::vector<std::string> expand_inputs(
    const std::vector<std::string>& inputs);

// The paths in a list, one a line, without empty lines and "#" comments; "-"
// is standard input.
[[nodiscard]] std::vector<std::string> read_path_list(const std::string& list);

}  // namespace wax::io
