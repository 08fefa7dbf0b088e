// The dates of the revisits that have no digest, but name the date of their
// original.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cdx/dedup/versions.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::cdx {

struct ReferenceCounts {
  uint64_t lines = 0;  // of the lists, without comments
  uint64_t bad = 0;
  uint64_t found = 0;  // versions that they name, before each is given once
};

// "urlkey digest date14" for each line of the lists (list_lines.h) and each
// version that the captures have with that key and date, in byte order, each
// once. The captures may be revisits, too. They are read twice, and not at all
// when the lists are empty; what they have of bad lines is not reported. A line
// that is no reference is reported as "list-bad-line". Memory:
// versions.sort.memory. Throws as version_lines() and IoError; UsageError when
// the captures are to be read from standard input, and when a list states an
// identity that differs from versions.identity.
[[nodiscard]] std::unique_ptr<lines::LineStream> referenced_dates(
    const std::vector<std::string>& lists,
    const std::vector<std::string>& captures, const VersionOptions& versions,
    ReferenceCounts& counts, ProblemSink& problems);

}  // namespace wax::cdx
