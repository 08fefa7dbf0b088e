// Files with the originals of revisits: which ones archives name, and which of
// those are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"

namespace wax::warc {

// A file that an archive names. Source: IIPC's warc-specifications,
// and relation.requires of Browsertrix Crawler.
struct NeededFile {
  std::string name;              // as container_name() has it
  std::optional<uint64_t> size;  // as it is stated
};

// What one file says.
struct NamedFiles {
  std::vector<NeededFile> needed;   // each name once, as they come
  std::vector<std::string> inside;  // names of the archives in it, if a WACZ
};

// Reads the headers of an archive, or of those in a WACZ, and its
// datapackage.json. Damage is reported. Throws IoError.
[[nodiscard]] NamedFiles named_files(const std::string& path,
                                     ProblemSink& problems);

// Whether the file at `path`, or the archive in a WACZ, has the name that an
// archive gives of one: neither counts with its folder.
[[nodiscard]] bool is_named_by(std::string_view path, std::string_view name);

// The place of the file that `by` names so: in the folder of `by`, or below it.
// Nothing when no archive or WACZ is there, and on servers.
[[nodiscard]] std::optional<std::string> needed_file_beside(
    std::string_view by, std::string_view name);

// Archives, and all that they need, and what that needs in turn.
struct NeededFiles {
  struct Need {
    size_t by = 0;  // the place among `files` of what names it
    std::string name;
    std::optional<size_t> file;  // nothing: it is missing
  };
  std::vector<std::string> files;  // first those given, each file once
  size_t given = 0;
  std::vector<Need> needs;  // by `by`, as they are named
};

// `given` and `others` are files as io::expand_folders() gives them. A file
// that is named is looked for in the folder of the one that names it, below it
// by the path that is named, else among all of these by its name without
// folders: no other file is opened, whatever a name is, and nothing is asked of
// a server that was not given. A file that names itself needs nothing; circles
// end. One of another size than is stated is a warning ("needed-file-differs").
// What cannot be read is lost ("unreadable-archive"). `jobs` as
// io::run_in_order() takes it. Memory: the names.
[[nodiscard]] NeededFiles find_needed_files(
    const std::vector<std::string>& given,
    const std::vector<std::string>& others, size_t jobs, ProblemSink& problems);

// The problem of a file that is missing ("needed-file-missing", lost); `by`
// names it, and so many others.
[[nodiscard]] Problem missing_file(std::string_view name, std::string by,
                                   size_t others);

// Reports each name that is missing once; returns how many these are.
size_t report_missing(const NeededFiles& needed, ProblemSink& problems);

}  // namespace wax::warc
