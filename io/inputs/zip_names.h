// Finds the entries of zip files by their names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "io/inputs/zip.h"

namespace wax::io {

// The entries of a zip file by name. Of several with one name, the first.
using ZipNames = std::unordered_map<std::string, ZipEntry>;

// The names in the directory of `zip`, which is called `path` and was changed
// at `time`. The directories of the last few zip files are remembered, as long
// as path, time and size stay the same: an archive in a zip file is opened
// without a look at all the others. Any number of threads may call it. Throws
// as read_zip_directory() does.
[[nodiscard]] std::shared_ptr<const ZipNames> zip_names(FileSource& zip,
                                                        std::string_view path,
                                                        int64_t time);

}  // namespace wax::io
