// The captures of segments, one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/identity_line.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "collection/versions/sorted_lines.h"

namespace wax::collection {

[[nodiscard]] bool has_digest(const DocumentKey& key);
// Appends the version of a capture as index::append_version() does. One without
// a digest is a version of its own, by its position.
void append_version_of(std::string& line, const DocumentKey& key,
                       uint64_t position);

// The keys of some segments, one after the other. Copies share the reader.
class SegmentKeys {
 public:
  // Both must outlive it.
  SegmentKeys(const std::vector<std::string>& segments,
              cdx::OneIdentity& identity)
      : segments_(&segments), identity_(&identity) {}

  // False after the last. Throws UsageError for a segment with another kind of
  // keys or another identity than those before, FormatError, IoError.
  bool next(DocumentKey& key);
  // The number of the segment that the last key is of.
  [[nodiscard]] size_t segment() const { return next_ - 1; }

 private:
  const std::vector<std::string>* segments_;
  cdx::OneIdentity* identity_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> segment_;
  std::optional<cdx::UrlKeyKind> kind_;
};

// The names of the collections that captures are in, by number; the number 0
// means no collection.
class CollectionNames {
 public:
  [[nodiscard]] uint64_t number(std::string_view name);
  [[nodiscard]] const std::string& name(uint64_t number) const {
    return names_.at(number);
  }

 private:
  std::vector<std::string> names_ = {""};
  size_t last_ = 0;
};

// What the captures of the index's own segments are.
struct CaptureCounts {
  uint64_t captures = 0;
  uint64_t revisits = 0;
  bool any_image = false;
  bool any_page_text = false;  // is_page_text(); page lines are no captures
};

// Makes a CaptureLine of every capture, in order of positions. The first `own`
// segments are those of the index. All must outlive it.
class CaptureLines {
 public:
  CaptureLines(const std::vector<std::string>& segments, size_t own,
               cdx::OneIdentity& identity, CaptureCounts& counts,
               CollectionNames& collections)
      : keys_(segments, identity),
        own_(own),
        counts_(&counts),
        collections_(&collections) {}

  bool operator()(std::string& line);

 private:
  CaptureKind kind_of(const DocumentKey& key);

  SegmentKeys keys_;
  size_t own_;
  CaptureCounts* counts_;
  CollectionNames* collections_;
  uint64_t position_ = 0;
};

}  // namespace wax::collection
