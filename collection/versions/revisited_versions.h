// Versions that are known by revisits alone, and where their text is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/identity_line.h"
#include "collection/versions/sorted_lines.h"
#include "io/spool.h"
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
  io::Spool waiting_;  // BodyLine
  std::unique_ptr<lines::LineStream> accepted_;
  std::optional<RevisitedLine> next_;
};

}  // namespace wax::collection
