// The metadata of a WACZ.
#pragma once

#include <optional>
#include <string>

#include "io/problem.h"

namespace wax::warc {

enum class PackageForm {
  kJson,    // the document on one line, in ASCII
  kLeaves,  // its leaves, one per line: file, tab, "a.0.b", tab, value
};

// The datapackage.json of the WACZ at `path`, without values that are nested a
// hundred levels deep. Empty when it cannot be read, which is reported
// ("bad-zip", "unreadable-archive"). At most 64 MiB of it are read.
// Source: WACZ 1.1.1, section 5.2.
[[nodiscard]] std::optional<std::string> data_package(const std::string& path,
                                                      PackageForm form,
                                                      ProblemSink& problems);

}  // namespace wax::warc
