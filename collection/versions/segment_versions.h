// The versions of the pages of some segments, each with the document that is
// made of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collection/versions/segment_captures.h"
#include "document/maker/rendered_text.h"
#include "document/text/document.h"
#include "lines/sort.h"

namespace wax::collection {

struct SegmentVersion {
  document::Document document;     // without links and images
  uint64_t position = 0;           // of its capture, through all segments
  std::vector<std::string> dates;  // of all captures and revisits, sorted
  // The collections of all captures, when they differ, sorted.
  std::vector<std::string> collections;
  // URL of the capture that a revisit has its text of, if its key is another
  // one. What the revisit names may be another URL, or a revisit, too.
  std::string text_of;
  // The captures of pages that an image has its text of (ImageText), or those
  // that a page has rendered texts of, and these (print_source()).
  std::vector<std::string> said_by;
  // Which text a page with rendered texts has.
  std::optional<document::TextUsed> text_used;
};

// Captures with the same URL key and digest are one version, with the dates and
// collections of all of them and of the revisits of that version. Its document
// is that of the earliest capture that is not truncated; when all are
// truncated, of the earliest. The first of equally early ones counts. Each
// capture without a digest is a version of its own. Versions come in order of
// these captures in the segments.
//
// A version that is known by revisits alone has the text of a capture with the
// same digest at another URL. Without such a capture, it has no text if a
// revisit states such an original; else it is known at its own URL, and not
// here.
//
// A page has the words of the texts that a browser showed of its captures
// (RenderedTexts, document/maker/rendered_text.h), and their title if it has
// none.
//
// Memory is bounded by `sort`. Throws UsageError for segments of different key
// kinds or identities, IoError, FormatError (a damaged segment).
class SegmentVersions {
 public:
  // `originals`: segments whose captures are not versions, but give revisits
  // their text. Both must outlive this. Reads the keys of all segments.
  SegmentVersions(const std::vector<std::string>& segments,
                  const std::vector<std::string>& originals,
                  const lines::SortOptions& sort);
  ~SegmentVersions();
  SegmentVersions(const SegmentVersions&) = delete;
  SegmentVersions& operator=(const SegmentVersions&) = delete;

  // False after the last one. Its memory is used again.
  [[nodiscard]] bool next(SegmentVersion& version);
  // Fills links and images of a version, in order of positions.
  void read_links(SegmentVersion& version);

  // Captures that were passed, and all of them: for progress.
  [[nodiscard]] uint64_t passed() const;
  [[nodiscard]] uint64_t all() const;
  // The identity that the segments state; empty when none states one.
  [[nodiscard]] const std::string& identity() const;
  [[nodiscard]] const CaptureCounts& captures() const;
  // Counts of the versions read so far: versions known by revisits alone, those
  // among them without text, and all revisits that belong to a version.
  [[nodiscard]] uint64_t revisits() const;
  [[nodiscard]] uint64_t revisits_without_text() const;
  [[nodiscard]] uint64_t matched_dates() const;
  // Rendered texts, and those without a capture.
  [[nodiscard]] uint64_t rendered_texts() const;
  [[nodiscard]] uint64_t texts_without_page() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::collection
