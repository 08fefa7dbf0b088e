// Makes the parallel index of dates, as NutchWAX's add-dates does.
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

// Raise it when the same dates become other bytes, so that builds run
// the step again.
inline constexpr int kDateRules = 3;

struct DateIndexOptions {
  uint64_t memory = uint64_t{512} << 20;
  std::string tmpdir;
  bool force = false;
  // Keeps where the captures of the list are (date_places.h), as it says it.
  bool places = false;
  // The kind of the keys that are made from URLs when a key index has no keys.
  std::optional<cdx::UrlKeyKind> kind;
  OpenOptions open;
};

struct DateIndexCounts {
  uint64_t documents = 0;
  uint64_t lines = 0;    // of the list, without comments and bad ones
  uint64_t matched = 0;  // of these, those of a document
  uint64_t unmatched = 0;
  uint64_t bad = 0;    // lines that are not dated versions
  uint64_t dates = 0;  // written
};

// Makes the index `destination` with the documents of `key_index` in their
// order. A document gets the dates that it has in any of the `sources`, and
// those of the lines of `list` with its URL key and digest
// (cdx/format/dated_version.h), as a sorted set; order and repetition of lines
// do not matter. Bad lines are reported with `list_name` and their number, as
// lost ("list-bad-line"). A list in byte order is not sorted again. With
// `force`, `destination` may be one of the sources. Places of the sources are
// kept in any case.
//
// The shard of `destination` is locked (lock_shard_of()). Memory is bounded by
// the options. Throws UsageError when a source has another
// number of documents or belongs to other documents, the list states another
// identity than the key index, or the destination exists;
// IoError, FormatError (a damaged index).
DateIndexCounts build_date_index(const std::string& key_index,
                                 const std::vector<std::string>& sources,
                                 const std::string& destination,
                                 std::unique_ptr<lines::LineStream> list,
                                 const std::string& list_name,
                                 const DateIndexOptions& options,
                                 ProblemSink& problems);

}  // namespace wax::index
