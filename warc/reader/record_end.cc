#include <algorithm>
#include <utility>

#include "warc/reader/member_reader.h"
#include "warc/record/record_header.h"

namespace wax::warc {

RecordEnd RecordEndCheck::check(const RecordStart& start) {
  start_ = start;
  end_ = {};
  check_trailer_ = start.format == Format::kWarc && problems_->intact() &&
                   block_->left() == 0;
  trailer_.clear();
  if (stream_->compressed()) {
    trailer_offset_ = start.offset;
    auto plain = stream_->plain_offset();
    bool whole = block_->left() == 0 && !members_->next_entered();
    check_member();
    if (plain && whole && problems_->intact()) {
      end_.length = *plain - start_.offset;
    }
  } else {
    trailer_offset_ = stream_->stored_offset();
    check_framing();
  }
  if (check_trailer_ && problems_->intact()) check_trailer();
  if (!start.seekable) end_.length = 0;
  return end_;
}

void RecordEndCheck::check_member() {
  if (members_->next_entered() || block_->left() > 0) {
    end_.length = members_->end() - start_.offset;
    report_short(members_->ending());
  } else {
    check_rest_of_member();
  }
  end_.fills_member = members_->alone() &&
                      members_->ending() == Ending::kWhole &&
                      (members_->next_entered() || stream_->peek().empty());
}

void RecordEndCheck::check_rest_of_member() {
  size_t blank = skip_blank_lines();
  if (!stream_->peek().empty()) {
    if (at_record(blank)) return;
    uint64_t skipped = 0;
    bool found = !members_->next_entered() &&
                 search_->find(start_.format, false, skipped);
    problems_->damage_length("bytes after the block do not belong to a record");
    if (found) return;
  }
  end_.length = members_->end() - start_.offset;
  check_sum(members_->ending());
}

void RecordEndCheck::check_framing() {
  uint64_t end = stream_->stored_offset();
  end_.length = end + start_.uncounted - start_.offset;
  if (block_->left() > 0) {
    if (!find_swallowed(end, end)) report_short(Ending::kTruncated);
    return;
  }
  size_t blank = skip_blank_lines();
  if (stream_->peek().empty()) return;
  if (at_record(blank)) {
    if (start_.format == Format::kArc && blank == 0 &&
        !starts_with_usual_scheme(stream_->peek(16))) {
      // The line may have begun in the block.
      if (!find_swallowed(end, kUsualLine)) {
        static_cast<void>(stream_->seek(end));
      }
    }
    return;
  }
  check_trailer_ = false;
  // The next header where it should be, after damaged line ends.
  size_t due = trailer_size();
  size_t odd = due - std::min(due, blank);
  std::string_view next = stream_->peek(kUsualLine);
  if (odd > 0 && next.size() > odd && starts_record(next.substr(odd))) {
    stream_->consume(odd);
    problems_->report_at(end, Severity::kWarning, "junk-between-records",
                         "the line ends after a block are damaged");
    return;
  }
  // With its line ends the block has the length that it states: a later fault.
  if (blank == due && start_.format == Format::kWarc) {
    search_->pass_over_junk(start_.format);
    return;
  }
  if (!find_swallowed(end, end)) pass_over_bytes_behind(end, blank);
}

bool RecordEndCheck::find_swallowed(uint64_t end, uint64_t farthest) {
  uint64_t block = start_.offset + start_.header_size;
  uint64_t from = std::max(block, end - std::min(end, farthest));
  end_.next_in_block = search_->find_swallowed(block, from, end, start_.format,
                                               block_->is_message());
  if (!end_.next_in_block) return false;
  uint64_t next = block + *end_.next_in_block;
  end_.length = next - start_.offset;
  problems_->damage_length("the length is " + std::to_string(block_->stated()) +
                           ", but the next record begins at " +
                           std::to_string(next));
  return true;
}

void RecordEndCheck::pass_over_bytes_behind(uint64_t end, size_t blank) {
  // The search in the block may have gone on after it.
  if (search_->skipped_bytes() != nullptr) {
    static_cast<void>(stream_->seek(end + blank));
  }
  if (stream_->stored_offset() == end + blank) {
    uint64_t skipped = 0;
    search_->find(start_.format, false, skipped);
  }
  std::string text = std::to_string(stream_->stored_offset() - end);
  if (blank > 0) {
    problems_->report_at(end, Severity::kLost, "junk-between-records",
                         text + " bytes do not belong to a record");
  } else {
    problems_->damage_length(
        text + " bytes after the block do not belong to a record");
  }
}

void RecordEndCheck::check_sum(Ending ending) {
  if (ending == Ending::kWhole) return;
  problems_->mark_damaged(
      Severity::kWarning, "gzip-bad-checksum",
      ending == Ending::kBadSum
          ? "the checksum or size of the member does not match"
          : "the block is complete, but the end of its member is missing");
}

void RecordEndCheck::report_short(Ending ending) {
  problems_->mark_damaged();
  if (ending == Ending::kBad) {
    // The member stream reports it when it passes over it.
    if (at_once_) stream_->report_damage();
    return;
  }
  problems_->report(
      Severity::kLost,
      ending == Ending::kTruncated ? "warc-truncated-record"
                                   : problems_->with_format("bad-length"),
      std::to_string(block_->there()) + " of " +
          std::to_string(block_->stated()) + " bytes are present");
}

bool RecordEndCheck::at_record(size_t blank) {
  return members_->complete_line(search_->skipped_bytes()) == 0 &&
         (starts_record(stream_->peek(kUsualLine)) ||
          (blank == trailer_size() && search_->odd_space() > 0));
}

size_t RecordEndCheck::skip_blank_lines() {
  return search_->skip_blank_lines(check_trailer_ ? &trailer_ : nullptr);
}

size_t RecordEndCheck::trailer_size() const {
  return start_.format == Format::kArc ? 1 : kRecordTrailer.size();
}

void RecordEndCheck::check_trailer() {
  if (closes_record(trailer_)) return;
  // Members may have been cut within the line ends.
  while (stream_->compressed() && trailer_.size() < kRecordTrailer.size() &&
         stream_->peek().empty() && members_->look_behind()) {
    skip_blank_lines();
    if (closes_record(trailer_)) return;
  }
  BadTrailer bad = judge_trailer(trailer_, block_->tail());
  problems_->report_at(trailer_offset_, bad.severity, bad.id,
                       std::move(bad.text));
}

bool closes_record(std::string_view line_ends) {
  size_t half = line_ends.size() / 2;
  return half > 0 && line_ends.substr(0, half) == line_ends.substr(half) &&
         line_ends.find('\n') == half - 1;
}

BadTrailer judge_trailer(std::string_view line_ends, std::string_view tail) {
  size_t missing =
      kRecordTrailer.size() - std::min(kRecordTrailer.size(), line_ends.size());
  bool in_block = missing > 0 &&
                  tail.ends_with(kRecordTrailer.substr(0, missing)) &&
                  line_ends == kRecordTrailer.substr(missing);
  BadTrailer bad;
  bad.severity = in_block ? Severity::kWarning : Severity::kNote;
  bad.id =
      in_block && missing % 2 != 0 ? "warc-bad-length" : "warc-bad-separator";
  bad.text =
      std::to_string(line_ends.size()) + " bytes of line ends follow a block";
  if (in_block) {
    bad.text += " that ends in line ends; its length may be " +
                std::to_string(missing) + " too large";
  }
  return bad;
}

}  // namespace wax::warc
