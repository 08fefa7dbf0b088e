// Chooses the capture that the document of each version is made of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/identity_line.h"
#include "collection/versions/rendered_texts.h"
#include "collection/versions/sorted_lines.h"
#include "lines/kept_lines.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::collection {

// First add() every such version, then join(), then find() them in order of
// positions. Memory: that of the options.
class RevisitedVersions {
 public:
  // A version has the text of a capture in one of `segments`, which must
  // outlive this.
  RevisitedVersions(const std::vector<std::string>& segments,
                    const lines::SortOptions& sort);

  // `version` as index::append_version() writes it. Throws IoError.
  void add(std::string_view version, const BodyLine& waiting);
  // Looks for the earliest whole capture with the digest of each version, or
  // else for the earliest. Throws as SegmentKeys::next().
  void join();
  // The version whose first revisit is at `position`; nothing when it becomes
  // no document: without text, and no revisit states an original with another
  // URL key.
  [[nodiscard]] std::optional<RevisitedLine> find(uint64_t position);

 private:
  void advance();

  const std::vector<std::string>* segments_;
  lines::SortOptions sort_;
  cdx::OneIdentity identity_;
  lines::KeptLines waiting_;  // BodyLine
  std::unique_ptr<lines::LineStream> accepted_;
  std::optional<RevisitedLine> next_;
};

// Makes a DocumentLine of each date of a version, and of each of its
// collections when it has different ones, in order of versions. The position is
// that of its earliest whole capture, or else of its earliest, or of its
// earliest revisit; the last goes to `revisited`, too, which says whether it
// becomes a document.
class ChosenCaptures {
 public:
  // Reads sorted CaptureLines. `revisited` receives versions known by revisits
  // alone, `rendered` all; `matched_dates` counts the revisits of versions with
  // a capture. All must outlive it.
  ChosenCaptures(std::unique_ptr<lines::LineStream> sorted,
                 RevisitedVersions& revisited, RenderedTexts& rendered,
                 uint64_t& matched_dates)
      : sorted_(std::move(sorted)),
        revisited_(&revisited),
        rendered_(&rendered),
        matched_dates_(&matched_dates) {}

  bool operator()(std::string& line);

 private:
  // What the captures of a version are.
  struct Version {
    std::optional<uint64_t> whole;  // position of the first, likewise:
    std::optional<uint64_t> truncated;
    std::optional<uint64_t> revisit;
    uint64_t revisits = 0;
    bool elsewhere = false;
    bool of_other_url = false;
    std::vector<std::string> dates;
    std::vector<uint64_t> collections;
  };

  bool read_version();
  static void add(const CaptureLine& capture, Version& version);
  // Sets position_ to the capture of the version; false when it has none to
  // choose.
  bool choose(std::string_view key, const Version& version);

  std::shared_ptr<lines::LineStream> sorted_;
  RevisitedVersions* revisited_;
  RenderedTexts* rendered_;
  uint64_t* matched_dates_;
  bool started_ = false;
  bool more_ = false;
  std::string_view line_;
  std::vector<std::string> values_;  // lines of the version
  size_t given_ = 0;
  uint64_t position_ = 0;
};

// Reads the lines that ChosenCaptures made, sorted: the dates and collections
// of the documents, in order of their positions.
class ChosenDocuments {
 public:
  // Throws what the stream throws.
  explicit ChosenDocuments(std::unique_ptr<lines::LineStream> sorted);

  // Position of the next document; UINT64_MAX after the last.
  [[nodiscard]] uint64_t position() const { return next_.position; }
  // Replaces both by the next document's, sorted and each once: 14-digit dates,
  // and numbers of collections. Moves on.
  void read(std::vector<std::string>& dates,
            std::vector<uint64_t>& collections);

 private:
  void advance();

  std::unique_ptr<lines::LineStream> lines_;
  DocumentLine next_;
};

}  // namespace wax::collection
