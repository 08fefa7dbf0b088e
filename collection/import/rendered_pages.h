// Rendered texts for pages that are printed and not indexed.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "collection/import/archive_list.h"
#include "collection/import/import.h"
#include "collection/segment/segment.h"
#include "collection/segment/text_capture.h"
#include "document/text/document.h"
#include "io/problem.h"
#include "io/temp_files.h"

namespace wax::collection {

// The texts of pages (is_page_text()) in some archives, found before the pages
// are read: the archives are read once for them, and once more for captures of
// their URLs if there are any. Memory: some 100 bytes for each text and each
// such capture; the texts are in a temporary folder.
class RenderedPages {
 public:
  // Inputs that are no archives are passed over. Reports "bad-page-line" alone:
  // who reads the archives for their pages meets the other problems. Throws
  // IoError; UsageError for "-", which can be read once.
  RenderedPages(const std::vector<std::string>& inputs,
                const ImportOptions& options, ProblemSink& problems);

  // Joins the texts of a capture to it (document/maker/rendered_text.h), which
  // are those that an index gives it (capture_of_text()). Gives it a title if
  // it has none. Pages that ask robots not to index them, and other documents,
  // stay. In any thread.
  void complete(document::Document& page);

 private:
  struct Text {
    int64_t time = 0;  // seconds
    uint64_t position = 0;
    std::optional<PageCapture> of = {};
  };

  void join(const std::vector<ListedArchive>& archives,
            const ImportOptions& options);

  [[nodiscard]] std::vector<Text> texts_of(
      const document::Document& page) const;

  io::TempFolder folder_;
  std::unordered_map<std::string, std::vector<Text>> texts_;  // by URL key
  std::mutex mutex_;                                          // guards reader_
  std::unique_ptr<SegmentReader> reader_;
};

}  // namespace wax::collection
