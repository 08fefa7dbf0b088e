// The metadata of a WACZ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/inputs/wacz.h"
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

// What the datapackage.json at `path` says, in a WACZ or as a file. Nothing
// when it is missing or is no such JSON. Throws FormatError, IoError.
[[nodiscard]] std::optional<io::DataPackage> read_data_package(
    const std::string& path);

// Holds a WACZ, or a package of WACZ files, against its datapackage.json, and
// that against its datapackage-digest.json: "wacz-bad-package",
// "wacz-missing-resource", "wacz-resource-mismatch" (size or digest), and notes
// of "wacz-unlisted-file"; and a WACZ against check_package_demands() and its
// signature. A file that it requires (relation.requires) and that is neither
// among the files `given`, by its name, nor beside the package is missing
// ("needed-file-missing"). Reads every file once. What cannot be read is
// reported as above.
void check_data_package(const std::string& path,
                        const std::vector<std::string>& given,
                        ProblemSink& problems);

// What of these faults can be told of a WACZ without reading its archives and
// indexes: of its signature, its version, the digest of its datapackage.json,
// the digests of its lists of pages and the sizes of all files. Tells the first
// one, and the number of the others: who reads the archives tells what is wrong
// with them. A WACZ without a datapackage.json has no faults here.
void check_claims_of_package(const std::string& path, ProblemSink& problems);

}  // namespace wax::warc
