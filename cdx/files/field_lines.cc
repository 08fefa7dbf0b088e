#include "cdx/files/field_lines.h"

#include <optional>
#include <utility>

#include "cdx/files/open_cdx.h"

namespace wax::cdx {

FieldLines::FieldLines(std::vector<std::string> paths, LineFields fields,
                       ProblemSink& problems)
    : paths_(std::move(paths)),
      fields_(std::move(fields)),
      problems_(problems) {}

FieldLines::Line FieldLines::next(std::string_view& line) {
  while (true) {
    if (file_ == nullptr) {
      if (next_path_ == paths_.size()) return Line::kEnd;
      file_ = open_cdx(paths_[next_path_++]);
      header_.add(*file_);
      kind_known_ = false;
      // A file of nothing says nothing about its columns.
      if (!file_->header().empty() || !file_->first().empty()) {
        fields_.begin(*file_);
        new_file_ = true;
      }
    }
    if (!file_->next(line)) {
      file_.reset();
      continue;
    }
    switch (fields_.read(line)) {
      case LineFields::Line::kCapture:
        ++read_;
        if (!kind_known_) kind_known_ = header_.check_key(file_->name(), line);
        return Line::kCapture;
      case LineFields::Line::kMetadata:
        ++notes_;
        return Line::kMetadata;
      case LineFields::Line::kBad:
        ++read_;
        report_bad("cdx-bad-line", "is no capture");
    }
  }
}

bool FieldLines::take_new_file() { return std::exchange(new_file_, false); }

const std::string& FieldLines::file() const { return file_->name(); }

uint64_t FieldLines::line_number() const { return file_->line_number(); }

void FieldLines::report_bad(std::string_view id, std::string_view why) {
  ++bad_;
  problems_.report(
      {Severity::kLost, std::string(id), file(), std::nullopt,
       "line " + std::to_string(line_number()) + " " + std::string(why)});
}

}  // namespace wax::cdx
