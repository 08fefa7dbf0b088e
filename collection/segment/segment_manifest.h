// The manifest of a segment, for its writer and its reader; man/wax-segment.5
// describes it for others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"

namespace wax::collection {

struct SegmentFile {
  std::string name;
  uint64_t size = 0;   // bytes
  std::string digest;  // "sha256:..."
};

struct SegmentManifest {
  cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt;
  std::string identity;  // empty: not stated
  uint64_t documents = 0;
  uint64_t dates = 0;
  // Names of the fields in the stored forms, separated by spaces.
  std::string document_names;
  std::string link_names;
  std::string image_names;
  std::vector<SegmentFile> files;
  // Another one when anything in the segment differs. Set by reading.
  std::string fingerprint;

  // Null when the manifest does not name the file.
  [[nodiscard]] const SegmentFile* file(std::string_view name) const;
};

// The whole file, with its checksum.
[[nodiscard]] std::string manifest_text(const SegmentManifest& manifest);

// Whether a folder has the manifest of a segment, of any format, by how it
// begins. Throws IoError.
[[nodiscard]] bool is_marked_segment(const std::string& folder);

// Whether `segment` is a folder with a segment of another format than that
// which these tools read. Throws IoError.
[[nodiscard]] bool has_other_format(const std::string& segment);

// Throws FormatError for a manifest that is damaged or of another version;
// IoError.
[[nodiscard]] SegmentManifest read_segment_manifest(const std::string& path);

}  // namespace wax::collection
