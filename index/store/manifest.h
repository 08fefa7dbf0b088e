// The list of an index's files with checksums. Lucene++ keeps none, and what
// is damaged crashes it or misleads it in silence.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// The manifest is a text file of this name in the index's directory.
inline constexpr std::string_view kManifestName = "wax-manifest";

struct Manifest {
  // Files are checked block by block as they are read, so that opening a large
  // index costs nothing and yet no damaged byte is ever used.
  static constexpr uint64_t kBlock = 64 * 1024;

  struct File {
    uint64_t size = 0;
    std::vector<uint32_t> blocks;  // CRC-32 of each
  };

  // What the index says of itself:
  //   urlkey     kind of URL key: surt, legacy
  //   documents  their number
  //   keys       digest over URL key and digest of every document in order; a
  //              column and the main index it was made for have the same
  std::map<std::string, std::string> about;
  std::map<std::string, File> files;
};

// Lists all files of `directory`, and writes and syncs the manifest. Throws
// IoError.
void write_manifest(const std::string& directory,
                    const std::map<std::string, std::string>& about);

[[nodiscard]] bool has_manifest(const std::string& directory);

// Reads it and checks that every file is there in its full size. Throws
// IoError; FormatError when the manifest is damaged or a file has another size.
[[nodiscard]] Manifest read_manifest(const std::string& directory);

}  // namespace wax::index
