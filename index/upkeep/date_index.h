// Makes parallel indexes: of dates, as NutchWAX does, and columns of values.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/schema/columns.h"
#include "index/upkeep/index_keys.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::index {

// Raise it when the same dates become other bytes, so that builds run
// the step again.
inline constexpr int kDateRules = 5;

struct DateIndexOptions : ListJoinOptions {
  // Keeps where the captures of the list are (date_places.h), as it says it.
  bool places = false;
};

// Makes the index `destination` with the documents of `key_index` in their
// order. A document gets the dates that it has in any of the `sources`, and
// those of the lines of `list` with its URL key and digest
// (cdx/format/list_lines.h), as a sorted set; order and repetition of lines
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
ListJoinCounts build_date_index(const std::string& key_index,
                                const std::vector<std::string>& sources,
                                const std::string& destination,
                                std::unique_ptr<lines::LineStream> list,
                                const std::string& list_name,
                                const DateIndexOptions& options,
                                ProblemSink& problems);

// How many documents of a column have a value, in its manifest.
inline constexpr std::string_view kWithValue = "with_value";

// Makes the column `column` beside every main index of `paths`: collections,
// shards and main indexes. The list has lines "urlkey value" for all versions
// of a URL and "urlkey digest value" for one, in any order; the second word is
// a digest when it begins with the name of an algorithm and a colon. A word
// that begins with "http://", "https://" or "ftp://" is a URL, of which the key
// is made as the first index has it; it must have a host. A value is the rest
// of the line. A document has each of its values once, in order of their bytes.
// Bad lines are reported with `list_name` and their number, as lost
// ("list-bad-line").
//
// Columns appear one by one. Their shards are locked (lock_shard_of()). Memory
// is bounded by the options. Throws UsageError (a name that cannot be a
// column's or is taken, a list of another identity, a column that exists),
// IoError, FormatError.
ListJoinCounts build_column(const std::vector<std::string>& paths,
                            const ColumnName& column,
                            std::unique_ptr<lines::LineStream> list,
                            const std::string& list_name,
                            const ListJoinOptions& options,
                            ProblemSink& problems);

}  // namespace wax::index
