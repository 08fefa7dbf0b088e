// Captures that an import skipped though others are excluded because of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collection/import/exclusion_list.h"
#include "io/problem.h"

namespace wax::collection {

struct SkippedOriginal {
  std::string path;
  uint64_t offset = 0;
  std::string urlkey;
  std::string digest;
  std::string date;
  std::string reason;
};

// The skipped originals of some records, of which a limited number is kept, and
// all marks that these records set (ExclusionList::mark()): 100 bytes for each
// capture that a list excludes.
class SkippedOriginals {
 public:
  // A capture that was skipped: ignored, unless a list names it as an original.
  // `sure`: by the rules with which the list
  // should have been made. Else the version counts as excluded only when
  // add_excluded() says so: its duplicates may be skipped for the same reason.
  void add(ExclusionList* exclusions, SkippedOriginal capture, bool sure);
  // A capture that import would have taken, but for the list.
  void add_excluded(ExclusionList& exclusions, std::string_view urlkey,
                    std::string_view digest);
  // Appends the skipped originals of the records that follow. Empties `others`.
  void add_all(SkippedOriginals& others);

  // Sets these marks in `exclusions` again, for records that an earlier import
  // has read.
  void mark_again(ExclusionList& exclusions) const;
  // All marks have been set, and are not needed any more.
  void forget_marks() { marks_.clear(); }

  // Reports each of which the version is lost (ExclusionList::is_lost():
  // "excluded-original"), and the number of lost versions beyond these. Returns
  // the number of reports.
  uint64_t report(const ExclusionList& exclusions, ProblemSink& problems) const;

  // The stored form. take() removes it from the front of `rest`; false when it
  // is not there.
  void append(std::string& out) const;
  [[nodiscard]] bool take(std::string_view& rest);

 private:
  void mark(ExclusionList& exclusions, std::string_view urlkey,
            std::string_view digest, uint8_t marks);

  std::vector<SkippedOriginal> all_;
  std::string marks_;  // the marks, URL key and digest of each
};

}  // namespace wax::collection
