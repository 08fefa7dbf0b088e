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

struct RecordPlace {
  std::string_view filename;  // as in the line; holds until the next
  uint64_t offset = 0;
};

// The places of one file's lines, in their order; those of captures whose
// record is not kept (no file, "-") are passed over, and lines that have no
// place are reported ("cdx-bad-line"), as those of records in the middle of a
// gzip member are, which name a file and no offset.
class RecordLocations {
 public:
  // Both must outlive it. Throws UsageError for a file without the columns, and
  // LineError.
  RecordLocations(CdxLines& file, ProblemSink& problems);

  [[nodiscard]] bool next(RecordPlace& place);

 private:
  CdxLines* file_;
  ProblemSink* problems_;
  LineFields fields_{{"offset", "filename"}};
};

// Takes the records of a file's lines out of the archives, in their order. One
// whose archive `paths` does not know is looked for in a file of the name that
// the line says. Throws as RecordLocations and Extractor do.
void extract_records(CdxLines& file, const ArchivePaths& paths,
                     warc::Extractor& extractor, ProblemSink& problems);

}  // namespace wax::cdx
