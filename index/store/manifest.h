// The list of an index's files with checksums. Lucene++ has no checksums, and a
// damaged file makes it crash or give wrong answers without an error.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "io/error.h"
#include "io/mapped_file.h"

namespace wax::index {

// An index that is damaged or of another version, and whose text says which one
// to make again.
class IndexToMakeAgain : public FormatError {
 public:
  using FormatError::FormatError;
};

// The manifest is a text file of this name in the index's directory.
inline constexpr std::string_view kManifestName = "wax-manifest";

struct Manifest {
  // Files are checked block by block when they are read. So opening a large
  // index costs nothing, and no damaged byte is used.
  using File = io::BlockSums;

  // Properties of the index:
  //   urlkey     kind of URL key: surt, legacy
  //   identity   how keys and digests were made (cdx/format/identity_line.h)
  //   analysis   which fields it has and how their words are made (fields.h)
  //   tables     of which libraries' tables its words are (word_tables.h)
  //   documents  their number
  //   keys       digest over URL key and digest of every document in order; the
  //              parallel indexes of a shard have the same
  //   field.urlkey, field.digest, field.url   of an adopted index: the stored
  //              fields of which keys were made, where they are not so named
  std::map<std::string, std::string> about;
  std::map<std::string, File> files;
};

// Lists all files of `directory`, and writes and syncs the manifest. Throws
// IoError.
void write_manifest(const std::string& directory,
                    const std::map<std::string, std::string>& about);

[[nodiscard]] bool has_manifest(const std::string& directory);

// The properties that it states, even of an index that is damaged or of another
// version; no value where there is no manifest of an index. Throws IoError.
[[nodiscard]] std::optional<std::map<std::string, std::string>>
stated_properties(const std::string& directory);

// Reads it and checks that every file is there in its full size. Throws
// IoError; FormatError when the manifest is damaged or a file has another size.
[[nodiscard]] Manifest read_manifest(const std::string& directory);

}  // namespace wax::index
