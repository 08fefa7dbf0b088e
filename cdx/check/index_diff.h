// Where two indexes of the same archives say different things.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "io/problem.h"
#include "lines/sort.h"

namespace wax::cdx {

struct DiffOptions {
  // Names as LineFields takes them. Empty: of urlkey, timestamp, url, mime,
  // status, digest, redirect, robotflags and length those that both files have.
  std::vector<std::string> fields = {};
  // Archives are the same only when their folders are, too.
  bool whole_names = false;
  size_t most_examples = 3;
  lines::SortOptions sort = {};  // memory is for both files together
};

struct DiffExample {
  std::string location;  // "a.warc.gz 1234"
  std::string first;     // what the first file says, or its line's key and date
  std::string second;
};

struct FieldDiff {
  std::string field;
  uint64_t count = 0;
  std::vector<DiffExample> examples;
};

struct IndexDiff {
  uint64_t first = 0;  // captures
  uint64_t second = 0;
  uint64_t same = 0;
  uint64_t different = 0;
  uint64_t bad = 0;  // lines that are no captures, in both
  FieldDiff only_first;
  FieldDiff only_second;
  std::vector<FieldDiff> fields;  // all that were compared

  [[nodiscard]] bool equal() const {
    return different + only_first.count + only_second.count == 0;
  }
};

// Joins the captures of two files ("-" is standard input), of any columns or
// CDXJ and in any order, by archive and offset; those without a location by key
// and date, and all when a file has no columns for archive and offset. Digests
// are compared in their normal form. Of several captures with one location,
// equal ones are paired first. Memory: options.sort.memory. A line that is no
// capture is reported as "cdx-bad-line". Throws UsageError when a file has no
// column for a field; what sort_lines() throws.
[[nodiscard]] IndexDiff diff_indexes(const std::string& first,
                                     const std::string& second,
                                     const DiffOptions& options,
                                     ProblemSink& problems);

}  // namespace wax::cdx
