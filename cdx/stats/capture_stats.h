// Statistics of the captures of CDX files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cdx/files/field_lines.h"
#include "cdx/files/searchable.h"
#include "cdx/stats/counted_captures.h"
#include "lines/sort.h"

namespace wax::cdx {

struct CaptureStats {
  CaptureCount all;
  uint64_t bad = 0;
  uint64_t urls = 0;
  uint64_t hosts = 0;
  uint64_t versions = 0;  // distinct pairs of URL key and digest
  uint64_t digests = 0;   // distinct
  uint64_t without_digest = 0;
  CaptureCount duplicates;  // captures with a body that repeat a version
  CaptureCount revisits;
  CaptureCount other_records;  // is_of_other_record(): of no host
  // Bytes that revisits saved: for each, the mean size of the records with its
  // digest and a body; less the sizes of the digest's revisits.
  uint64_t revisit_savings = 0;
  // Revisits without a digest, or without a record of their digest in the
  // files.
  uint64_t revisits_unresolved = 0;
  std::map<std::string, MonthCounts> months;  // as CountsByMonth names them
  std::vector<NamedCount> mimes;              // most captures first
  std::vector<NamedCount> statuses;
  std::vector<NamedCount> top_hosts;  // at most StatsOptions::top
};

struct StatsOptions {
  size_t top = 10;
  lines::SortOptions sort;  // .memory is for all
  UrlKeyKind url_key = UrlKeyKind::kSurt;
};

// Reads the files, whose lines may be in any order, to their ends. All counts
// are exact. Files (not pipes) that are in order, one after another, are
// counted while they are read; otherwise the captures are sorted by
// options.sort. Digests are grouped in memory, and sorted too when the memory
// does not suffice. All other memory grows only with the number of media types,
// statuses and months; where more than 10,000 of a kind occur, as in damaged
// files, the rest is counted as "(others)".
[[nodiscard]] CaptureStats capture_stats(std::vector<std::string> paths,
                                         const StatsOptions& options,
                                         ProblemSink& problems);
// The same of files that are searched, as far as these give their lines; all
// are read at once.
[[nodiscard]] CaptureStats capture_stats(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const StatsOptions& options, ProblemSink& problems);

}  // namespace wax::cdx
