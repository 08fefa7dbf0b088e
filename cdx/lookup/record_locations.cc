#include "cdx/lookup/record_locations.h"

#include <optional>
#include <string>
#include <vector>

#include "text/number.h"

namespace wax::cdx {

RecordLocations::RecordLocations(CdxLines& file, ProblemSink& problems)
    : file_(&file), problems_(&problems) {
  for (size_t field : {2, 3, 4, 5}) fields_.allow_missing(field);
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
      location = {fields_[1],
                  *offset,
                  {fields_[2], fields_[3], fields_[4], fields_[5]}};
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
  std::string named;
  while (locations.next(location)) {
    std::vector<std::string_view> known = paths.find(location.filename);
    if (known.empty()) {
      named = named_path(location.filename);
      known = {named};
    }
    const std::string path(
        path_of_record(known, location.identity, location.offset));
    if (extractor.extract(path, location.offset,
                          [&](const warc::Record& record) {
                            return is_record_of(location.identity, record);
                          })) {
      continue;
    }
    problems.report({Severity::kLost, "cdx-other-record", path, location.offset,
                     "the record here is not that of " +
                         std::string(location.identity.url) + " of " +
                         std::string(location.identity.date) +
                         ", which the index names"});
  }
}

}  // namespace wax::cdx
