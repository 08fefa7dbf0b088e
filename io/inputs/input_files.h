// The archive files that the arguments of a command line name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "io/inputs/folder_archives.h"
#include "io/problem.h"
#include "io/remote/remote_file.h"

namespace wax::io {

// The path of an entry of a zip file, "FILE!/ENTRY": FILE is the first part
// before a "!/" that is a file, or a URL that ends in ".wacz". ENTRY is a name
// in that file and in nothing else, whatever it looks like ("../x", "/x"): it
// never names a file of its own. Views into the path.
struct EntryPath {
  std::string_view zip;
  std::string_view entry;
};

// Nothing when `path` is that of no entry.
[[nodiscard]] std::optional<EntryPath> entry_path(std::string_view path);

// The file that a path is of, itself or one of its entries, also when the file
// is gone: then it ends before the first "!/" that is not the end of a folder's
// name. A view into the path.
[[nodiscard]] std::string_view outer_file(std::string_view path);

// The archives and WACZ files that the names give: as expand_inputs(), but a
// zip file stays one. `skipped` counts the files in folders that are not
// archives, and folders without archives. Reports and throws as
// archives_below().
[[nodiscard]] std::vector<std::string> expand_folders(
    const std::vector<std::string>& inputs, SkippedFiles& skipped,
    ProblemSink& problems);

// The archives that the arguments name, as open_input() takes them. Files, URLs
// and "-" stay as they are, even if they do not exist. A directory becomes the
// archives in it and below it (archives_below()); files there that are being
// written or unreadable, and a folder without archives, are reported as a
// warning ("skipped-files"). A WACZ, or another zip file, becomes the archives
// in it, "FILE!/ENTRY", in the order of its directory. A zip file is recognised
// by its content, unless it has the name of an archive; at a URL, by ".wacz". A
// package of WACZ files (wacz.h), which is a zip file or has a name in ".json",
// becomes the archives in all of them. A WACZ that is damaged or has no archive
// is reported ("bad-zip", "not-an-archive") and left out, and so is a file of a
// package that lies outside its folder, or on a server that is not the
// package's own (refusal_of_place(); "wacz-missing-resource"). Of inputs that
// have no archive at all, no folder is reported as one without archives. For
// folders that cannot be listed, see archives_below(). `packages`, unless null,
// gets what has a datapackage.json, or is one.
[[nodiscard]] std::vector<std::string> expand_inputs(
    const std::vector<std::string>& inputs, ProblemSink& problems,
    std::vector<std::string>* packages = nullptr);

// Throws the UsageError which says that the names, at least one, give no
// archive.
[[noreturn]] void throw_no_archive(const std::vector<std::string>& named);

// Reports the folders of these names, of which none has an archive.
void report_without_archives(const std::vector<std::string>& named,
                             ProblemSink& problems);
// Reports a zip file, such as a WACZ, that has none.
void report_zip_without_archives(const std::string& zip, ProblemSink& problems);

// Finds the archives as expand_inputs() does. Throws the UsageError of
// throw_no_archive() when there is no archive, and no problem says that one is
// lost.
[[nodiscard]] std::vector<std::string> find_archives(
    const std::vector<std::string>& named, ProblemSink& problems);

// Whether a file with a name in ".json" is a package of WACZ files. Throws
// IoError.
[[nodiscard]] bool is_package_of_packages(const std::string& path);

// How many inputs open_input() and open_watched() have opened in this process:
// a URL when its server has answered a read. Packages and zip files are not
// counted when they are opened to find what is in them.
[[nodiscard]] uint64_t opened_inputs();
void count_opened_input();

// Opens a file, "-", a URL (http_source.h) or an entry of a zip file. Reads
// files in pieces of `block` bytes. Throws IoError, also for a damaged zip
// file.
[[nodiscard]] std::unique_ptr<FileSource> open_input(const std::string& path,
                                                     size_t block = kFileBlock);

// The name of an input without its folder, zip file or server, as the lines of
// an index have it: "a.warc.gz" for "b.wacz!/archive/a.warc.gz" and for
// "http://x/b/a.warc.gz?key=1".
[[nodiscard]] std::string_view base_name(std::string_view input);

// The paths in a list with one path per line, without empty lines and "#"
// comments. "-" is standard input. In a list with NUL bytes, as `find -print0`
// writes it, each path ends with one, and may have newlines in it.
[[nodiscard]] std::vector<std::string> read_path_list(const std::string& list);

}  // namespace wax::io
