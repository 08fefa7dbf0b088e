#include "cdx/lookup/range_captures.h"

#include <utility>

#include "cdx/format/cdx_lines.h"

namespace wax::cdx {

LineFormat format_of(Searchable& file) {
  std::string head = file.head();
  return LineFormat::of(CdxLines(file.name(), lines::lines_of(head)));
}

RangeCaptures::RangeCaptures(
    const std::vector<std::unique_ptr<Searchable>>& files, RangeMerger merged,
    const std::vector<std::string>& names, bool resolve_revisits,
    ProblemSink& problems, const std::vector<size_t>& optional)
    : merged_(std::move(merged)),
      has_fields_(!names.empty() || resolve_revisits),
      problems_(&problems) {
  for (const auto& searchable : files) {
    File file{searchable->name(), LineFields(names), nullptr};
    for (size_t field : optional) file.fields.allow_missing(field);
    if (has_fields_) {
      LineFormat format = format_of(*searchable);
      if (resolve_revisits) {
        file.revisits = std::make_unique<RevisitColumns>(format, file.name);
        format = file.revisits->resolved_format();
      }
      file.fields.begin(std::move(format), file.name);
    }
    files_.push_back(std::move(file));
  }
}

bool RangeCaptures::next(std::string_view& line) {
  while (merged_.next(line)) {
    current_ = &files_[merged_.file()];
    stored_ = line;
    if (!has_fields_ || read(line)) return true;
    report_bad(line);
  }
  return false;
}

bool RangeCaptures::read(std::string_view& line) {
  if (current_->revisits != nullptr) {
    if (!resolver_.resolve(*current_->revisits, line, resolved_)) return false;
    line = resolved_;
  }
  return current_->fields.read(line) == LineFields::Line::kCapture;
}

void RangeCaptures::report_bad(std::string_view line) {
  Problem problem;
  problem.severity = Severity::kLost;
  problem.id = "cdx-bad-line";
  problem.file = current_->name;
  problem.text = "not a CDX record: '" + std::string(line.substr(0, 80)) + "'";
  problems_->report(std::move(problem));
}

}  // namespace wax::cdx
