// Lists of archives to import.
#pragma once

#include <string>
#include <vector>

#include "io/problem.h"

namespace wax::index {

struct ListedArchive {
  std::string path;
  std::string collection;  // empty: none
};

// Whether a file is an archive and no list of such: by its name (".warc.gz",
// ".arc", ...), else by how it begins; a WACZ is one. "-" and URLs are
// archives. Throws IoError.
[[nodiscard]] bool is_archive(const std::string& path);

// Appends the archives of a manifest: a path a line, a collection in the second
// column if any, further columns ignored; white space parts columns; empty
// lines and lines that begin with "#" are none. gzip'd or not. Relative paths
// are relative to the working directory. `collection` is the one of lines that
// name none. Throws IoError.
void read_archive_list(const std::string& path, const std::string& collection,
                       std::vector<ListedArchive>& archives);

// The archives that a person names: archives, folders of them, and manifests;
// and then those that `files_from` lists, a path a line, if it is not empty.
// What cannot be opened is one of them, as it is reported when it is to be
// read. Throws IoError.
[[nodiscard]] std::vector<ListedArchive> list_archives(
    const std::vector<std::string>& inputs, const std::string& files_from,
    const std::string& collection, ProblemSink& problems);

}  // namespace wax::index
