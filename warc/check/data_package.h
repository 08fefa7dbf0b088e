// What a WACZ says of itself.
#pragma once

#include <optional>
#include <string>

#include "io/problem.h"

namespace wax::warc {

enum class PackageForm {
  kJson,    // the document on one line, in ASCII
  kLeaves,  // its leaves, each a line of file, tab, "a.0.b", tab, value
};

// The datapackage.json of the WACZ at `path`, but for what is nested a hundred
// deep. Nothing when it cannot be had, which is reported ("bad-zip",
// "unreadable-archive"). At most 64 MiB of it are read.
// Source: WACZ 1.1.1, section 5.2.
[[nodiscard]] std::optional<std::string> data_package(const std::string& path,
                                                      PackageForm form,
                                                      ProblemSink& problems);

}  // namespace wax::warc
