// Segments of a few captures.
#pragma once

#include <string>
#include <vector>

#include "collection/segment/segment.h"

namespace wax::tests {

// Writes a segment of these documents, and of these revisits, which have no
// text. Returns its path.
inline std::string write_segment(
    const std::string& path, const std::vector<document::Document>& documents,
    const std::vector<document::Document>& revisits = {},
    cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt) {
  collection::SegmentWriter writer(path, kind, false);
  for (const document::Document& document : documents) writer.add(document);
  for (document::Document revisit : revisits) {
    writer.add_date(revisit.urlkey, revisit.digest, revisit.date);
    revisit.revisit = true;
    revisit.content.clear();
    revisit.no_text = document::NoText::kElsewhere;
    writer.add(revisit);
  }
  writer.finish("{}\n");
  return path;
}

}  // namespace wax::tests
