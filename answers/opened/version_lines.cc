#include "answers/opened/version_lines.h"

#include <utility>

#include "cdx/format/capture.h"
#include "warc/record/digest.h"

namespace wax::answers {

VersionLines::VersionLines(Searchables files, cdx::UrlKeyKind kind,
                           std::function<void()> tick)
    : files_(std::move(files)), tick_(std::move(tick)) {
  for (const auto& file : files_) {
    cdx::LineFields fields({"digest"}, kind);
    fields.allow_missing();
    fields.begin(cdx::format_of(*file), file->name());
    fields_.push_back(std::move(fields));
  }
}

void VersionLines::begin(std::string_view urlkey, std::string_view digest,
                         std::string_view date) {
  digest_ = cdx::without_sha1(warc::normal_digest(digest));
  const std::string start = std::string(urlkey) + ' ' + std::string(date);
  lines_.reset();  // only one stream of a file may be in use
  lines_ = cdx::RangeMerger::ascending(
      files_, date.empty() ? cdx::SearchRange{start, std::string(urlkey) + '!'}
                           : cdx::SearchRange{start, start + '!'});
}

bool VersionLines::next(std::string_view& line) {
  constexpr uint64_t kBetweenTicks = 1024;
  while (lines_ && lines_->next(line)) {
    if (++read_ % kBetweenTicks == 0 && tick_) tick_();
    cdx::LineFields& fields = fields_[lines_->file()];
    if (fields.read(line) != cdx::LineFields::Line::kCapture) continue;
    line_digest_.clear();
    warc::append_normal_digest(fields[0], line_digest_);
    // What is no digest may be with and without "sha1:", too.
    if (cdx::without_sha1(line_digest_) == digest_) return true;
  }
  lines_.reset();
  return false;
}

}  // namespace wax::answers
