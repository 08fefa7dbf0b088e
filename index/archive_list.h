// Lists of archives to import.
#pragma once

#include <string>
#include <vector>

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

}  // namespace wax::index
