// Lists of archives to import.
#pragma once

#include <string>
#include <vector>

#include "io/problem.h"

namespace wax::collection {

struct ListedArchive {
  std::string path;
  std::string collection;  // empty: none
};

// Whether a file is an archive and not a list of archives: by its name
// (".warc.gz", ".arc", ...), else by its first bytes. A WACZ, a package of WACZ
// files, "-" and URLs are archives. Throws IoError.
[[nodiscard]] bool is_archive(const std::string& path);

// Appends the archives of a manifest, gzip'd or not: one path per line, perhaps
// followed by a collection; further columns are ignored. Columns are separated
// by white space. Empty lines and lines that begin with "#" are skipped.
// Relative paths are relative to the working directory. `collection` is for
// lines that name none. Throws IoError; UsageError for a text that is no
// manifest: most of its lines begin with what is neither a file, nor a URL, nor
// the name of an archive.
void read_archive_list(const std::string& path, const std::string& collection,
                       std::vector<ListedArchive>& archives);

// The archives of the arguments, which are archives, folders of archives and
// manifests; then those that `files_from` lists, one path per line, if it is
// not empty. A path that cannot be opened is kept, because reading it will
// report it. Throws IoError, UsageError.
[[nodiscard]] std::vector<ListedArchive> list_archives(
    const std::vector<std::string>& inputs, const std::string& files_from,
    const std::string& collection, ProblemSink& problems);

}  // namespace wax::collection
