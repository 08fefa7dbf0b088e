#include "collection/versions/segment_captures.h"

#include <algorithm>

#include "collection/segment/page_text.h"
#include "index/upkeep/index_keys.h"
#include "io/error.h"

namespace wax::collection {

bool has_digest(const DocumentKey& key) {
  return !key.digest.empty() && key.digest != "-";
}

void append_version_of(std::string& line, const DocumentKey& key,
                       uint64_t position) {
  if (has_digest(key)) {
    index::append_version(line, key.urlkey, key.digest);
    return;
  }
  std::string alone = "-";
  index::append_position(alone, position);
  index::append_version(line, key.urlkey, alone);
}

bool SegmentKeys::next(DocumentKey& key) {
  while (!segment_ || !segment_->next_key(key)) {
    if (next_ == segments_->size()) return false;
    segment_ = std::make_shared<SegmentReader>((*segments_)[next_++]);
    if (!kind_) kind_ = segment_->kind();
    if (*kind_ != segment_->kind()) {
      throw UsageError(segment_->path() + ": its URL keys are " +
                       std::string(cdx::name(segment_->kind())) +
                       ", but those of " + segments_->front() + " are " +
                       std::string(cdx::name(*kind_)) +
                       "; an index can have only one kind");
    }
    identity_->check(segment_->identity(), segment_->path());
  }
  return true;
}

uint64_t CollectionNames::number(std::string_view name) {
  if (names_[last_] == name) return last_;
  auto found = std::find(names_.begin(), names_.end(), name);
  last_ = static_cast<size_t>(found - names_.begin());
  if (found == names_.end()) names_.emplace_back(name);
  return last_;
}

bool CaptureLines::operator()(std::string& line) {
  DocumentKey key;
  if (!keys_.next(key)) return false;
  append_version_of(line, key, position_);
  CaptureLine capture;
  capture.date = key.date;
  capture.kind = kind_of(key);
  capture.position = position_++;
  capture.collection = collections_->number(key.collection);
  capture.append_rest(line);
  return true;
}

CaptureKind CaptureLines::kind_of(const DocumentKey& key) {
  if (keys_.segment() >= own_) return CaptureKind::kElsewhere;
  counts_->any_image = counts_->any_image || key.is_image;
  counts_->any_page_text = counts_->any_page_text || is_page_text(key.urlkey);
  if (is_page_line(key.urlkey)) return CaptureKind::kDateOnly;
  ++(key.revisit ? counts_->revisits : counts_->captures);
  if (key.date_only) return CaptureKind::kDateOnly;
  if (key.revisit) {
    return key.of_other_url ? CaptureKind::kRevisitOfOther
                            : CaptureKind::kRevisit;
  }
  return key.truncated ? CaptureKind::kTruncated : CaptureKind::kWhole;
}

}  // namespace wax::collection
