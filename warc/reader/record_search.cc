#include "warc/reader/record_search.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "warc/reader/block_source.h"
#include "warc/record/record_header.h"

namespace wax::warc {

using io::Match;

size_t RecordSearch::skip_blank_lines(std::string* seen) {
  constexpr size_t kSeen = 8;
  for (size_t passed = 0;;) {
    std::string_view bytes = stream_->peek();
    size_t blank = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
    if (skipped_bytes_ != nullptr) {
      skipped_bytes_->write(bytes.substr(0, blank));
    }
    if (seen != nullptr && seen->size() < kSeen) {
      *seen += bytes.substr(0, std::min(blank, kSeen));
    }
    stream_->consume(blank);
    passed += blank;
    if (blank < bytes.size() || bytes.empty()) return passed;
  }
}

size_t RecordSearch::odd_space() {
  // A member's head is best left as short as it is.
  if (space_before_record(stream_->peek(3)) == 0) return 0;
  std::string_view bytes = stream_->peek(kUsualLine);
  size_t space = space_before_record(bytes);
  return record_found(bytes.substr(space)) == Match::kYes ? space : 0;
}

size_t RecordSearch::skip_odd_space() {
  size_t space = odd_space();
  if (space == 0) return 0;
  uint64_t offset = stream_->compressed() ? stream_->member_offset()
                                          : stream_->stored_offset();
  problems_->report_at(offset, Severity::kWarning, "junk-between-records",
                       std::to_string(space) +
                           " bytes of white space or a byte order mark precede "
                           "the version line");
  if (skipped_bytes_ != nullptr) {
    skipped_bytes_->write(stream_->peek(space).substr(0, space));
  }
  stream_->consume(space);
  return space;
}

void RecordSearch::pass_over_junk(Format format) {
  uint64_t offset =
      stream_->compressed() ? problems_->offset() : stream_->stored_offset();
  uint64_t skipped = 0;
  find(format, false, skipped);
  problems_->report_at(
      offset, Severity::kLost, "junk-between-records",
      std::to_string(skipped) + " bytes do not belong to a record");
}

bool RecordSearch::find(Format format, bool at_line, uint64_t& skipped) {
  skipped = 0;
  for (size_t wanted = kUsualLine;;) {
    std::string_view bytes = stream_->peek(wanted);
    if (bytes.empty()) return false;
    size_t at = 0;
    Match match = at_line ? record_found(bytes, format) : Match::kNo;
    while (match == Match::kNo) {
      at = bytes.find('\n', at);
      at_line = at != std::string_view::npos;
      if (!at_line) break;
      at = std::min(bytes.find_first_not_of("\r\n", at), bytes.size());
      match = record_found(bytes.substr(at), format);
    }
    bool last = bytes.size() < wanted;
    wanted = kUsualLine;
    if (match == Match::kMore && at == 0 && bytes.size() < kMaxArcHeader) {
      wanted = 2 * bytes.size();
    } else if (match == Match::kMore && at == 0) {
      at_line = false;
    }
    if (last ? match != Match::kYes : !at_line) at = bytes.size();
    if (skipped_bytes_ != nullptr) skipped_bytes_->write(bytes.substr(0, at));
    stream_->consume(at);
    skipped += at;
    if (match == Match::kYes) return true;
  }
}

std::optional<uint64_t> RecordSearch::find_swallowed(uint64_t begin,
                                                     uint64_t from,
                                                     uint64_t end,
                                                     Format format,
                                                     bool is_message) {
  uint64_t here = stream_->stored_offset();
  if (!reread_budget_.take(from, end) || !stream_->seek(from)) return {};
  if (from == begin &&
      begins_archive(stream_->peek(kUsualLine), format, is_message)) {
    static_cast<void>(stream_->seek(here));
    return {};
  }
  uint64_t skipped = 0;
  io::Output* skipped_bytes = std::exchange(skipped_bytes_, nullptr);
  bool found = find(format, from == begin, skipped);
  skipped_bytes_ = skipped_bytes;
  uint64_t next = stream_->stored_offset();
  if (!found || next >= end) return {};
  return next - begin;
}

}  // namespace wax::warc
