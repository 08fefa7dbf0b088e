// What a person names on a command line, as archive files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "io/problem.h"

namespace wax::io {

// Whether a name is that of an archive: ".arc" or ".warc", compressed or not.
[[nodiscard]] bool is_archive_name(std::string_view name);

// Whether a name begins with "http://" or "https://".
[[nodiscard]] bool is_url(std::string_view name);

// What comes of the names: archives, as open_input() takes them. Files, URLs
// and "-" stay as they are, there or not. A directory becomes the archives in
// it and below, by name, in byte order of their paths. A WACZ, or any other
// zip file, becomes the archives in it, "FILE!/ENTRY", in the order of its
// directory; it is known by its content unless it is named like an archive, at
// a URL by ".wacz". A WACZ that is
// damaged or holds no archive is reported ("bad-zip", "not-an-archive") and
// left out. Throws IoError when a directory cannot be read.
[[nodiscard]] std::vector<std::string> expand_inputs(
    const std::vector<std::string>& inputs, ProblemSink& problems);

// Opens a file, "-", a URL (http_source.h) or an entry of a zip file. Throws
// IoError, also for a damaged zip file. Files are read in pieces of `block`.
[[nodiscard]] std::unique_ptr<FileSource> open_input(const std::string& path,
                                                     size_t block = kFileBlock);

// The name of an input without its folder, zip file or server, as the lines of
// an index have it: "a.warc.gz" for "b.wacz!/archive/a.warc.gz" and
// "http://x/b/a.warc.gz?key=1".
[[nodiscard]] std::string_view base_name(std::string_view input);

// The paths in a list, one a line, without empty lines and "#" comments; "-"
// is standard input.
[[nodiscard]] std::vector<std::string> read_path_list(const std::string& list);

}  // namespace wax::io
