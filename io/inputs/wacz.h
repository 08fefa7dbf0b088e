// What a WACZ, or a collection of them, says that it holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::io {

inline constexpr std::string_view kDataPackage = "datapackage.json";
// No more of a datapackage.json is read.
inline constexpr uint64_t kMostDataPackage = uint64_t{64} << 20;

// A file of a package. Source: WACZ 1.1.1, section 5.2.1.
struct PackedFile {
  std::string path;
  std::optional<uint64_t> size;
  std::string digest;  // "sha256:..."; empty: not stated
};

struct DataPackage {
  // A package of other WACZ files, which may lie elsewhere ("multi-WACZ").
  bool is_multi = false;
  std::vector<PackedFile> files;
  // Other WACZ files with the originals of its revisits, by their names
  // ("relation": {"requires": [...]}), which may be any path or URL.
  std::vector<PackedFile> required;
};

// Reads a datapackage.json. Nothing when it is no JSON object, or its resources
// are not a list of objects with a path each.
[[nodiscard]] std::optional<DataPackage> parse_data_package(
    std::string_view json);

// Where a file lies that the package at `package` names by `path`: a URL, or
// below the folder of the package, whether that is a folder or a URL. Nothing
// for absolute paths, "..", drive letters, backslashes and NUL: a package
// chooses nothing else on a disk or server.
[[nodiscard]] std::optional<std::string> place_of_packed(
    std::string_view package, std::string_view path);

// Whether packages may name files on any server, in the whole process. False
// until it is changed, which is done before there are threads: a package of a
// stranger would choose what this host asks others for.
[[nodiscard]] bool& opens_remote_files();

// Empty when a file at that place may be opened for the package; else why not:
// it is on a server, the package is not on the same one, and
// opens_remote_files() is false.
[[nodiscard]] std::string refusal_of_place(std::string_view package,
                                           std::string_view place);

}  // namespace wax::io
