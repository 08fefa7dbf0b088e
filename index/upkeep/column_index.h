// Makes parallel indexes of values for documents: columns (columns.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "index/schema/columns.h"
#include "index/store/index_reader.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::index {

struct ColumnOptions {
  uint64_t memory = uint64_t{512} << 20;
  std::string tmpdir;
  bool force = false;
  // As in DateIndexOptions.
  std::optional<cdx::UrlKeyKind> url_key;
  OpenOptions open;
};

struct ColumnCounts {
  uint64_t documents = 0;
  uint64_t lines = 0;    // of the list, without comments and bad ones
  uint64_t matched = 0;  // of these, those of a document
  uint64_t unmatched = 0;
  uint64_t bad = 0;
  uint64_t values = 0;  // written
};

// Makes the column `column` beside every main index of `paths`: collections,
// shards and main indexes. The list has lines "urlkey value" for all versions
// of a URL and "urlkey digest value" for one, in any order; the second word is
// a digest when it begins with the name of an algorithm and a colon. A value is
// the rest of the line. A document has each of its values once, in order of
// their bytes. Bad lines are reported with `list_name` and their number, as
// lost ("list-bad-line").
//
// Columns appear one by one. Their shards are locked (lock_shard_of()). Memory
// is bounded by the options. Throws UsageError (a name that is none for a
// column or is taken, a list of another identity, a column that exists),
// IoError, FormatError.
ColumnCounts build_column(const std::vector<std::string>& paths,
                          const ColumnName& column,
                          std::unique_ptr<lines::LineStream> list,
                          const std::string& list_name,
                          const ColumnOptions& options, ProblemSink& problems);

}  // namespace wax::index
