// Duplicate lists and date lists: "urlkey SP digest SP date14" a line, further
// columns allowed, "#" lines are comments. Written by dedup-cdx and revisits,
// read by import and add-dates; files of other producers are welcome.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::cdx {

struct DateListCounts {
  uint64_t lines = 0;  // without comments and empty lines
  uint64_t bad = 0;
};

// The lines of lists ("-" is standard input; gzip'd or not) in byte order as
// append_dated_version writes them, each once, without "\n". Fields may be
// separated by any spaces and tabs. A line that is no dated version is left out
// and reported as "list-bad-line", with file and line. The lists are read by
// the first next(); `counts` and `problems` must outlive that. Memory:
// options.memory. Throws IoError, FormatError.
[[nodiscard]] std::unique_ptr<lines::LineStream> read_date_lists(
    const std::vector<std::string>& paths, const lines::SortOptions& options,
    DateListCounts& counts, ProblemSink& problems);

}  // namespace wax::cdx
