// Duplicate lists and date lists: "urlkey SP digest SP date14" a line, further
// columns allowed, "#" lines are comments. Written by dedup-cdx and revisits,
// read by import and add-dates; files of other producers are welcome.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/line_stream.h"
#include "cdx/sort.h"
#include "warc/io/problem.h"

namespace wax::cdx {

// Views into the line.
struct DatedVersion {
  std::string_view urlkey;
  std::string_view digest;  // as written; compare by warc::normal_digest
  std::string_view date;
};

// False when the line has fewer than three fields, parted by spaces or tabs, or
// no 14-digit date as the third.
[[nodiscard]] bool parse_dated_version(std::string_view line,
                                       DatedVersion& version);

// "urlkey sha1:DIGEST date14\n", digest in its normal spelling.
void append_dated_version(std::string& out, std::string_view urlkey,
                          std::string_view digest, std::string_view date);

struct DateListCounts {
  uint64_t lines = 0;  // without comments and empty lines
  uint64_t bad = 0;
};

// The lines of lists ("-" is standard input; gzip'd or not) in byte order as
// append_dated_version writes them, each once, without "\n". Fields may be
// parted by any spaces and tabs. A line that is no dated version is a Problem
// "list-bad-line" that names file and line, and is left out. The lists are read
// by the first next(); `counts` and `problems` must outlive that. Memory:
// options.memory. Throws IoError, FormatError.
[[nodiscard]] std::unique_ptr<LineStream> read_date_lists(
    const std::vector<std::string>& paths, const SortOptions& options,
    DateListCounts& counts, ProblemSink& problems);

}  // namespace wax::cdx
