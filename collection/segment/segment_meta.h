// meta.json of a segment: what a scan of its files says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>

#include "collection/segment/segment_manifest.h"
#include "document/text/document.h"

namespace wax::collection {

// What is known of the documents of a segment. Those of parts can be added up.
// Memory: the names of the hosts.
struct SegmentFacts {
  uint64_t records = 0;  // documents, without those that are dates alone
  uint64_t links = 0;
  uint64_t dangling = 0;  // records without links
  std::map<uint64_t, uint64_t> by_status;
  std::unordered_set<std::string> hosts;
  std::string first;  // 14 digits; empty: none
  std::string last;

  // `document` has all fields, and its links.
  void add(const document::Document& document);
  void add(const SegmentFacts& other);
};

// Reads the documents and links of a segment. Throws IoError, FormatError.
[[nodiscard]] SegmentFacts scan_segment(const std::string& path);

[[nodiscard]] std::string segment_meta_text(const SegmentManifest& manifest,
                                            const SegmentFacts& facts);

// The text that meta.json must have, by a scan. Throws IoError, FormatError.
[[nodiscard]] std::string scan_segment_meta(const std::string& path);

// The text of meta.json. When it is missing, it is made again by a scan, and
// written if the segment can be written to. Throws IoError, FormatError.
[[nodiscard]] std::string read_segment_meta(const std::string& path);

}  // namespace wax::collection
