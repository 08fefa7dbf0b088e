#include "warc/reader/record_problems.h"

#include <utility>

namespace wax::warc {
namespace {

constexpr std::string_view kZstd = "zstd";

}  // namespace

void RecordProblems::report(Severity severity, std::string_view id,
                            std::string text) {
  report_at(offset_, severity, id, std::move(text));
}

void RecordProblems::report_at(uint64_t offset, Severity severity,
                               std::string_view id, std::string text) {
  sink_->report(
      {severity, std::string(id), stream_->path(), offset, std::move(text)});
}

void RecordProblems::mark_damaged(Severity severity, std::string_view id,
                                  std::string text) {
  intact_ = false;
  report(severity, id, std::move(text));
}

void RecordProblems::damage_length(std::string text) {
  mark_damaged(Severity::kLost, with_format("bad-length"), std::move(text));
}

void RecordProblems::report_several() {
  if (std::exchange(several_reported_, true)) return;
  report(Severity::kWarning, "gzip-not-per-record",
         "members hold several records, so these cannot be read by offset; "
         "use wax-warc-recompress");
}

void RecordProblems::report_joined() {
  if (std::exchange(any_joined_, true) || stream_->compression() == kZstd)
    return;
  report(Severity::kWarning, "gzip-record-in-parts",
         "records have several members each: some readers read the first one "
         "alone; use wax-warc-recompress");
}

std::string RecordProblems::with_format(std::string_view word) const {
  std::string id = format_ == Format::kArc ? "arc-" : "warc-";
  return id += word;
}

}  // namespace wax::warc
