#include "cdx/lookup/record_locations.h"

#include <optional>
#include <string>

#include "text/number.h"

namespace wax::cdx {

RecordLocations::RecordLocations(CdxLines& file, ProblemSink& problems)
    : file_(&file), problems_(&problems) {
  fields_.begin(file);
}

bool RecordLocations::next(RecordLocation& location) {
  std::string_view line;
  while (file_->next(line)) {
    LineFields::Line kind = fields_.read(line);
    if (kind == LineFields::Line::kMetadata) continue;
    bool capture = kind == LineFields::Line::kCapture;
    if (capture && fields_[1] == "-") continue;
    auto offset = capture ? text::whole_number(fields_[0]) : std::nullopt;
    if (offset) {
      location = {fields_[1], *offset};
      return true;
    }
    problems_->report({Severity::kLost, "cdx-bad-line", file_->name(),
                       std::nullopt,
                       "line " + std::to_string(file_->line_number()) +
                           (capture && fields_[0] == "-"
                                ? " has no offset, because its record does not "
                                  "begin a gzip member; wax-warc-recompress "
                                  "writes archives in which each record does"
                                : " has no offset and file name")});
  }
  return false;
}

void extract_records(CdxLines& file, const ArchivePaths& paths,
                     warc::Extractor& extractor, ProblemSink& problems) {
  RecordLocations locations(file, problems);
  RecordLocation location;
  while (locations.next(location)) {
    std::string_view path = paths.find(location.filename);
    extractor.extract(std::string(path.empty() ? location.filename : path),
                      location.offset);
  }
}

}  // namespace wax::cdx
