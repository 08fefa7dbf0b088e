// Where the records of capture lines lie.
#pragma once

#include <cstdint>
#include <string_view>

#include "cdx/files/archive_paths.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_fields.h"
#include "io/problem.h"
#include "warc/extract/extractor.h"

namespace wax::cdx {

struct RecordLocation {
  std::string_view filename;  // as in the line; holds until the next
  uint64_t offset = 0;
};

// The locations in one file's lines, in their order. Captures whose record is
// not kept (their file is "-") are passed over. Lines without a location are
// reported ("cdx-bad-line"), also those of records in the middle of a gzip
// member, which name a file and no offset.
class RecordLocations {
 public:
  // Both must outlive it. Throws UsageError for a file without the columns, and
  // LineError.
  RecordLocations(CdxLines& file, ProblemSink& problems);

  [[nodiscard]] bool next(RecordLocation& location);

 private:
  CdxLines* file_;
  ProblemSink* problems_;
  LineFields fields_{{"offset", "filename"}};
};

// Takes the records of a file's lines out of the archives, in their order. An
// archive that `paths` does not know is looked for under the name in the line.
// Throws as RecordLocations and Extractor do.
void extract_records(CdxLines& file, const ArchivePaths& paths,
                     warc::Extractor& extractor, ProblemSink& problems);

}  // namespace wax::cdx
