// The parallel index of dates: what NutchWAX's add-dates makes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "index/store/index_reader.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::index {

struct DateIndexOptions {
  uint64_t memory = uint64_t{512} << 20;
  std::string tmpdir;
  bool force = false;
  // For a key index without URL keys: the kind to make from its URLs.
  std::optional<cdx::UrlKeyKind> kind;
  OpenOptions open;
};

struct DateIndexCounts {
  uint64_t documents = 0;
  uint64_t lines = 0;    // of the list, without comments and bad ones
  uint64_t matched = 0;  // of these, that belong to a document
  uint64_t unmatched = 0;
  uint64_t bad = 0;    // lines that are no dated version
  uint64_t dates = 0;  // written
};

// Makes the index `destination` with the documents of `key_index` in their
// order; each has the dates that it has in one of the `sources`, and those of
// the lines of `list` with its URL key and digest (cdx/format/dated_version.h):
// a sorted set, whatever the order and however often a line is there. Bad lines
// are reported with `list_name` and their number, as lost ("list-bad-line").
// `destination` may be one of the sources with `force`.
//
// Memory is bounded by the options. Throws UsageError when a source has another
// number of documents or was made for others, or the destination exists;
// IoError, FormatError (a damaged index).
DateIndexCounts build_date_index(const std::string& key_index,
                                 const std::vector<std::string>& sources,
                                 const std::string& destination,
                                 std::unique_ptr<lines::LineStream> list,
                                 const std::string& list_name,
                                 const DateIndexOptions& options,
                                 ProblemSink& problems);

}  // namespace wax::index
