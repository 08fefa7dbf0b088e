// Segments of a few captures, for tests of what is made of them.
#pragma once

#include <string>
#include <vector>

#include "collection/segment/segment.h"

namespace wax::collection {

inline document::Document test_page(std::string path, std::string digest,
                                    std::string date) {
  document::Document page;
  page.url = "http://example.org/" + path;
  page.urlkey = "org,example)/" + path;
  page.digest = std::move(digest);
  page.date = std::move(date);
  page.type = "text/html";
  page.content = "words of " + page.date;
  return page;
}

inline void write_test_segment(const std::string& path,
                               const std::vector<document::Document>& pages,
                               cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt) {
  SegmentWriter writer(path, kind, false);
  for (const document::Document& page : pages) writer.add(page);
  writer.finish("{}\n");
}

}  // namespace wax::collection
