// What WACZ demands of the files of a package.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/inputs/zip.h"
#include "io/problem.h"

namespace wax::warc {

// Holds the WACZ at `path`, with these entries and this datapackage.json,
// against what WACZ 1.1.1 demands in sections 5.1 to 5.2:
// "wacz-not-conforming". What readers need is a warning: an index, lists of
// pages that can be read, archives that are not compressed twice; so are
// indexes that are damaged, a relation that names no files, and a version that
// is unknown. What they do without, as writers often do, is a note. Reads
// compressed indexes and the lists of pages; the first line of over 16 MiB is a
// warning, and none of these is read. Throws FormatError, IoError.
void check_package_demands(const std::string& path,
                           const std::vector<io::ZipEntry>& entries,
                           std::string_view data_package,
                           ProblemSink& problems);

// Holds it against the demand of the version alone.
void check_package_version(const std::string& path,
                           std::string_view data_package,
                           ProblemSink& problems);

}  // namespace wax::warc
