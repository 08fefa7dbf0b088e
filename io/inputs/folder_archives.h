// Which files of a folder are archives.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/compress/compressor.h"
#include "io/problem.h"

namespace wax::io {

// Whether a file of that name is an archive: ".arc" or ".warc", compressed or
// not, in any case of the letters. (".xz" and ".lzma" are not read, which is
// then said of the file.)
[[nodiscard]] bool is_archive_name(std::string_view name);

// What the name of an archive that is written asks for: none for ".warc" and
// ".arc", zstd for ".zst", else gzip; in any case of the letters.
[[nodiscard]] Compression compression_of_name(std::string_view name);

// Whether a file of that name, or a piece of one, is an ARC file.
[[nodiscard]] bool is_arc_name(std::string_view name);

// Whether a name ends in ".wacz", in any case of the letters.
[[nodiscard]] bool is_wacz_name(std::string_view name);

// What folders have that are no archives, by reason: "being written", "broken
// link", "empty", "link to a folder", "not a regular file", "not an archive",
// "unreadable".
inline constexpr const char* kEmpty = "empty";
inline constexpr const char* kNotAnArchive = "not an archive";
// The reason of folders that were named and have no archives
// (expand_folders()).
inline constexpr const char* kNoArchives = "folder without archives";
using SkippedFiles = std::map<std::string, uint64_t>;

// The archives in `directory` and below it, in byte order of their paths. These
// are files with names of archives or WACZ files, whatever is in them, so that
// damaged ones are read and reported; and files of any name that begin as WARC
// or ARC do, also compressed by gzip, bzip2, zstd or LZ4, or that are zip files
// with archives in them. Of these not those that are being written: names in
// ".open", ".part", ".partial", ".tmp" and the like, and hidden ones without
// the name of an archive, as rsync has them. Opens only files without a name of
// an archive. Of a folder in an object store (is_object_folder()), names alone
// tell. A directory that cannot be listed is reported ("unreadable-folder", by
// its path), and the others are listed. Throws IoError for an object store.
[[nodiscard]] std::vector<std::string> archives_below(
    const std::string& directory, SkippedFiles& skipped, ProblemSink& problems);

// Whether a file in a directory of a disk or below it has the name of an
// archive or a WACZ file. Opens no file, ends at the first one, and passes over
// what it cannot list.
[[nodiscard]] bool has_archive_names(const std::string& directory);

}  // namespace wax::io
