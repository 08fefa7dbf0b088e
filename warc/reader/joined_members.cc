#include "warc/reader/joined_members.h"

#include <algorithm>
#include <utility>

#include "warc/record/record_header.h"

namespace wax::warc {

void JoinedMembers::leave_record() {
  if (!std::exchange(next_entered_, false)) return;
  start_ = stream_->member_offset();
  unused_ = true;
}

bool JoinedMembers::enter() {
  if (unused_ && stream_->ending() == Ending::kTruncated) {
    problems_->report_at(stream_->member_offset(), Severity::kLost,
                         "warc-truncated-record",
                         "the file ends in a record's header");
  }
  unused_ = stream_->next_member();
  start_ = stream_->member_offset();
  return unused_;
}

Extent JoinedMembers::begin_record(bool behind_blank_lines) {
  bool first = std::exchange(unused_, false);
  alone_ = first && !behind_blank_lines;
  Extent extent;
  if (!stream_->compressed()) {
    extent.offset = stream_->stored_offset();
  } else if (first) {
    extent.offset = start_;
  } else if (auto plain = stream_->plain_offset()) {
    extent.offset = *plain;
  } else {
    extent.offset = stream_->member_offset();
    extent.seekable = false;
  }
  problems_->begin(extent.offset);
  if (!extent.seekable) problems_->report_several();
  return extent;
}

bool JoinedMembers::join(size_t unread, uint64_t needed) {
  ended_ = stream_->stored_offset();
  if (!stream_->next_member()) return false;
  std::string_view bytes = stream_->peek(unread + kUsualLine).substr(unread);
  size_t blank = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
  next_entered_ = blank < needed && record_found(bytes) == io::Match::kYes;
  alone_ = alone_ && next_entered_;
  if (!next_entered_) problems_->report_joined();
  return !next_entered_;
}

size_t JoinedMembers::complete_line(io::Output* skipped_bytes) {
  if (stream_->peek().find('\n') != std::string_view::npos) return 0;
  for (;;) {
    std::string_view bytes = stream_->peek(kUsualLine);
    size_t unread = bytes.size();
    if (bytes.find('\n') != std::string_view::npos ||
        !at_end(bytes, kUsualLine)) {
      return 0;
    }
    bool in_url = bytes.find(' ') == std::string_view::npos;
    if (join(unread, 1)) continue;
    if (!next_entered_) return 0;
    // "h" and "ttp://..." are one URL; so are two of which one is in the
    // other's path.
    if (!in_url || !starts_with_usual_scheme(stream_->peek(kUsualLine))) {
      if (skipped_bytes != nullptr)
        skipped_bytes->write(stream_->peek(unread).substr(0, unread));
      stream_->consume(unread);
      return unread;
    }
    next_entered_ = false;
    problems_->report_joined();
  }
}

bool JoinedMembers::look_behind() {
  uint64_t end = stream_->stored_offset();
  if (!stream_->next_member()) return false;
  if (!std::exchange(next_entered_, true)) ended_ = end;
  return true;
}

}  // namespace wax::warc
