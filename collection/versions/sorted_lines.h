// The lines that are sorted to make an index of segments, a struct for each
// kind: only these structs know how a line is written and read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::collection {

// What a capture is to its version, from the one that a document is made of
// first.
enum class CaptureKind : char {
  kWhole = '1',
  kTruncated = '2',
  kRevisit = '3',
  kRevisitOfOther = '4',  // of an original with another URL key
  kDateOnly = '5',        // of what is not imported
  kElsewhere = '6',       // in a segment of another index
};

// A capture, in order of version, date, kind and position.
struct CaptureLine {
  std::string_view version;  // as index::append_version() writes it
  std::string_view date;     // 14 digits
  CaptureKind kind = CaptureKind::kWhole;
  uint64_t position = 0;    // through all segments
  uint64_t collection = 0;  // number (CollectionNames)

  // Appends all but the version, which is in the line already.
  void append_rest(std::string& line) const;
  // Views into `line`.
  [[nodiscard]] static CaptureLine parse(std::string_view line);
};

// A capture with a body, or a version that waits for one, in order of digest:
// whole captures first, the waiting versions last.
struct BodyLine {
  std::string_view digest;  // normal spelling
  // kWhole, kTruncated; else kRevisit: the version waits.
  CaptureKind kind = CaptureKind::kWhole;
  std::string_view date;  // of a capture
  // Position of the capture, or of the first revisit of the version.
  uint64_t position = 0;
  // For a waiting version: whether a revisit states an original with another
  // URL key, and how many revisits it has.
  bool of_other_url = false;
  uint64_t revisits = 0;

  void append(std::string& line) const;
  // Views into `line`.
  [[nodiscard]] static BodyLine parse(std::string_view line);
};

// A version that is known by revisits alone and becomes a document, in order of
// position.
struct RevisitedLine {
  uint64_t position = 0;         // of its first revisit
  std::optional<uint64_t> body;  // position of the capture that has its text
  uint64_t revisits = 0;

  void append(std::string& line) const;
  [[nodiscard]] static RevisitedLine parse(std::string_view line);
};

// A date or a collection of a document, in order of the position of its
// capture; dates come first.
struct DocumentLine {
  uint64_t position = 0;
  std::string_view date;               // empty: a collection
  std::optional<uint64_t> collection;  // number

  void append(std::string& line) const;
  // Views into `line`.
  [[nodiscard]] static DocumentLine parse(std::string_view line);
};

}  // namespace wax::collection
