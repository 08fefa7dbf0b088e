// Compares two indexes of the same archives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/problem.h"
#include "lines/sort.h"

namespace wax::cdx {

struct DiffOptions {
  // Names as LineFields takes them. Empty: those that both files have of
  // urlkey, timestamp, url, mime, status, digest, redirect, robotflags and
  // length.
  std::vector<std::string> fields = {};
  // Captures are matched by URL key and date, wherever they are. Then length is
  // compared only if `fields` has it: another compression changes it.
  bool by_capture = false;
  // Two archives are the same only if their folders are the same too.
  bool whole_names = false;
  size_t most_examples = 3;
  lines::SortOptions sort = {};  // memory is for both files together
};

struct DiffExample {
  std::string location;  // "a.warc.gz 1234"
  std::string first;     // value in the first file, or key and date of its line
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
  uint64_t bad = 0;  // lines that are not captures, in both
  FieldDiff only_first;
  FieldDiff only_second;
  std::vector<FieldDiff> fields;  // all that were compared

  [[nodiscard]] bool equal() const {
    return different + only_first.count + only_second.count == 0;
  }
};

// Matches the captures of two files ("-" is standard input) by archive and
// offset. Captures without a location are matched by key and date; so are all
// captures when a file has no columns for archive and offset, or by_capture is
// set. The files may
// have any columns or be CDXJ, in any order of lines. Digests are compared in
// their normal form. Of several captures with one location, equal ones are
// matched first. Memory: options.sort.memory. A line that is not a capture is
// reported as "cdx-bad-line". Throws UsageError when a file has no column for a
// field, and when the files state that keys or digests that are compared were
// made by different rules (but profiles may differ); and what sort_lines()
// throws.
[[nodiscard]] IndexDiff diff_indexes(const std::string& first,
                                     const std::string& second,
                                     const DiffOptions& options,
                                     ProblemSink& problems);

}  // namespace wax::cdx
