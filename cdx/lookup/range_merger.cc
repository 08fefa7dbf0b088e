#include "cdx/lookup/range_merger.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <utility>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/legend.h"
#include "warc/record/date.h"

namespace wax::cdx {
namespace {

std::string_view date_of(std::string_view line) { return field(line, 1); }

// Lines from the last to the first, but those of one date from the first to
// the last.
class DatesBackwards final : public lines::LineStream {
 public:
  explicit DatesBackwards(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {
    any_ = lines_->next(read_);
  }

  bool next(std::string_view& line) override {
    if (!ready_.empty()) ready_.pop_back();
    if (ready_.empty()) {
      if (!any_) return false;
      std::string date(date_of(read_));
      while (any_ && date_of(read_) == date) {
        ready_.emplace_back(read_);
        any_ = lines_->next(read_);
      }
    }
    line = ready_.back();
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  std::string_view read_;
  bool any_ = false;
  std::deque<std::string> ready_;  // the last goes first
};

}  // namespace

RangeMerger RangeMerger::ascending(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range) {
  RangeMerger merged(Order::kAscending);
  for (size_t i = 0; i < files.size(); ++i) {
    merged.runs_.push_back({i, files[i]->lines(range)});
  }
  return merged;
}

RangeMerger RangeMerger::descending(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range) {
  RangeMerger merged(Order::kDescending);
  for (size_t i = 0; i < files.size(); ++i) {
    merged.runs_.push_back({i, files[i]->lines_backwards(range)});
  }
  return merged;
}

RangeMerger RangeMerger::closest(
    const std::vector<std::unique_ptr<Searchable>>& files,
    const SearchRange& range, std::string_view date) {
  RangeMerger merged(Order::kClosest);
  merged.second_ = warc::last_second(date);
  std::string middle = range.first + warc::Period::of(date).last;
  SearchRange before = {range.first, std::min(middle, range.end)};
  SearchRange after = {std::min(middle, range.end), range.end};
  for (size_t i = 0; i < files.size(); ++i) {
    merged.runs_.push_back({i, files[i]->lines(after)});
    auto again = files[i]->again();
    auto lines =
        std::make_unique<DatesBackwards>(again->lines_backwards(before));
    merged.runs_.push_back({i, std::move(lines), std::move(again)});
  }
  return merged;
}

RangeMerger RangeMerger::of(std::unique_ptr<lines::LineStream> lines) {
  RangeMerger merged(Order::kAscending);
  merged.runs_.push_back({0, std::move(lines)});
  return merged;
}

void RangeMerger::join(RangeMerger other) {
  for (Run& run : other.runs_) runs_.push_back(std::move(run));
}

void RangeMerger::advance(Run& run) {
  run.ended = !run.lines->next(run.line);
  if (run.ended || order_ != Order::kClosest) return;
  run.distance = std::abs(warc::last_second(date_of(run.line)) - second_);
}

bool RangeMerger::goes_before(const Run& a, const Run& b) const {
  switch (order_) {
    case Order::kAscending:
      return a.line < b.line;
    case Order::kDescending:
      return a.line > b.line;
    case Order::kClosest:
      break;
  }
  return a.distance != b.distance ? a.distance < b.distance : a.line < b.line;
}

bool RangeMerger::next(std::string_view& line) {
  if (!std::exchange(begun_, true)) {
    for (Run& run : runs_) advance(run);
  } else if (current_ != SIZE_MAX) {
    advance(runs_[current_]);
  }
  current_ = SIZE_MAX;
  for (size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].ended) continue;
    if (current_ == SIZE_MAX || goes_before(runs_[i], runs_[current_])) {
      current_ = i;
    }
  }
  if (current_ == SIZE_MAX) return false;
  line = runs_[current_].line;
  return true;
}

LineFormat format_of(Searchable& file) {
  std::string head = file.head();
  return LineFormat::of(CdxLines(file.name(), lines::lines_of(head)));
}

RangeCaptures::RangeCaptures(
    const std::vector<std::unique_ptr<Searchable>>& files, RangeMerger merged,
    const std::vector<std::string>& names, bool resolve_revisits,
    ProblemSink& problems, const std::vector<size_t>& optional,
    FindOriginal elsewhere)
    : merged_(std::move(merged)),
      has_fields_(!names.empty() || resolve_revisits),
      problems_(&problems),
      resolver_(std::move(elsewhere)) {
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
