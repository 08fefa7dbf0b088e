#include "cdx/files/field_lines.h"

#include <optional>
#include <utility>

namespace wax::cdx {

FieldLines::FieldLines(std::vector<std::string> paths, LineFields fields,
                       ProblemSink& problems, KeyKinds kinds)
    : files_(std::move(paths), kinds),
      fields_(std::move(fields)),
      problems_(problems) {}

FieldLines::Line FieldLines::next(std::string_view& line) {
  while (true) {
    if (!files_.next_of_file(line)) {
      if (!files_.open_next()) return Line::kEnd;
      const CdxLines& file = files_.file();
      // An empty file says nothing about its columns.
      if (!file.header().empty() || !file.first().empty()) {
        fields_.begin(file);
        new_file_ = true;
      }
      continue;
    }
    switch (fields_.read(line)) {
      case LineFields::Line::kCapture:
        ++read_;
        return Line::kCapture;
      case LineFields::Line::kMetadata:
        ++metadata_lines_;
        return Line::kMetadata;
      case LineFields::Line::kBad:
        ++read_;
        report_bad("cdx-bad-line", fields_.problem());
    }
  }
}

bool FieldLines::take_new_file() { return std::exchange(new_file_, false); }

void FieldLines::report_bad(std::string_view id, std::string_view why) {
  ++bad_;
  problems_.report(
      {Severity::kLost, std::string(id), file(), std::nullopt,
       "line " + std::to_string(line_number()) + ": " + std::string(why)});
}

}  // namespace wax::cdx
