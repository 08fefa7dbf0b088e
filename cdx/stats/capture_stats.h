// What the captures of CDX files amount to.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cdx/files/field_lines.h"
#include "cdx/stats/tallies.h"
#include "lines/sort.h"

namespace wax::cdx {

struct CaptureStats {
  Tally all;
  uint64_t bad = 0;
  uint64_t urls = 0;
  uint64_t hosts = 0;
  uint64_t versions = 0;  // distinct pairs of URL key and digest
  uint64_t digests = 0;   // distinct
  uint64_t without_digest = 0;
  Tally duplicates;  // captures with a body that repeat a version
  Tally revisits;
  // What revisits would have taken more: for each, the mean size of the records
  // with that digest and a body, less what the revisits of the digest take.
  uint64_t revisit_savings = 0;
  // No digest, or no record of that digest in the files.
  uint64_t revisits_unresolved = 0;
  std::map<std::string, MonthTally> months;  // as MonthTallies names them
  std::vector<NamedTally> mimes;             // most captures first
  std::vector<NamedTally> statuses;
  std::vector<NamedTally> top_hosts;  // so many as were asked for
};

struct StatsOptions {
  size_t top = 10;
  lines::SortOptions sort;  // .memory is for all
  UrlKeyKind url_key = UrlKeyKind::kSurt;
};

// Reads the files, whose lines may be in any order, to their ends. All counts
// are exact. Files (not pipes) that are in order, one after another, are
// counted as they are read; where that turns out wrong, and for pipes, the
// captures are sorted by way of options.sort. Digests are brought together in
// memory, and where that does not suffice sorted as well. What is kept besides
// grows with the media types, statuses and months alone; where more than 10,000
// of a kind occur, as in damaged files, the rest is counted as "(others)".
[[nodiscard]] CaptureStats capture_stats(std::vector<std::string> paths,
                                         const StatsOptions& options,
                                         ProblemSink& problems);

}  // namespace wax::cdx
