// The locations of the records of capture lines. An object is for one thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "cdx/files/archive_paths.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/record_match.h"
#include "io/problem.h"
#include "warc/extract/extractor.h"

namespace wax::cdx {

struct RecordLocation {
  std::string_view filename;  // as in the line; valid until the next
  uint64_t offset = 0;
  LineIdentity identity;  // views as `filename`
};

// The locations in one file's lines, in their order. Captures without a stored
// record (their file is "-") are skipped. Lines without a location are reported
// ("cdx-bad-line"); so are those of records in the middle of a gzip member,
// which name a file but no offset.
class RecordLocations {
 public:
  // Both must outlive it. Throws UsageError for a file without the columns, and
  // LineError.
  RecordLocations(CdxLines& file, ProblemSink& problems);

  [[nodiscard]] bool next(RecordLocation& location);

 private:
  CdxLines* file_;
  ProblemSink* problems_;
  LineFields fields_{
      {"offset", "filename", "urlkey", "timestamp", "url", "digest"}};
};

// Extracts the records of a file's lines from the archives, in the order of the
// lines. For an archive that `paths` does not know, the name in the line is its
// path. A record that is not the one of its line (record_match.h) is reported
// ("cdx-other-record") instead. Throws as RecordLocations and Extractor do.
void extract_records(CdxLines& file, const ArchivePaths& paths,
                     warc::Extractor& extractor, ProblemSink& problems);

}  // namespace wax::cdx
