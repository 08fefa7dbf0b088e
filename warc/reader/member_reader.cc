#include "warc/reader/member_reader.h"

#include <algorithm>
#include <utility>

#include "warc/record/record_header.h"

namespace wax::warc {

MemberReader::MemberReader(std::unique_ptr<io::MemberStream> stream,
                           ProblemSink& problems)
    : stream_(std::move(stream)),
      problems_(*stream_, problems),
      members_(*stream_, problems_),
      search_(*stream_, problems_),
      block_(*stream_, members_, problems_),
      end_check_(*stream_, members_, search_, block_, problems_) {}

bool MemberReader::next(Record& record) {
  if (open_) finish();
  while (reach_header()) {
    if (!read_header(record)) continue;
    record.offset = extent_.offset;
    record.body = &block_;
    block_.begin(record, header_.size(), skim_);
    open_ = true;
    return true;
  }
  return false;
}

Extent MemberReader::finish() {
  if (!std::exchange(open_, false)) return extent_;
  if (block_.left() > 0 && block_.pass_over()) {
    extent_.length = stream_->stored_offset() - extent_.offset;
    return extent_;
  }
  io::skip(block_, UINT64_MAX);
  end_ = end_check_.check(
      {format_, extent_.offset, extent_.seekable, header_.size(), uncounted_});
  extent_.length = end_.length;
  return extent_;
}

std::optional<uint64_t> MemberReader::boundary() const {
  if (!intact() || problems_.any_irregular()) return {};
  uint64_t next = stream_->stored_offset();
  if (stream_->compressed()) {
    // It has no length in a member that holds more.
    if (extent_.length == 0) return {};
    next = extent_.offset + extent_.length;
  }
  if (!stream_->new_at(next) || !search_.new_at(next)) return {};
  return next;
}

bool MemberReader::go_to(uint64_t offset) {
  open_ = false;
  report_damage_at_once();
  members_.restart();
  if (!stream_->restart(offset)) return false;
  return stream_->compressed() || starts_record(stream_->peek(kUsualLine));
}

bool MemberReader::reach_header() {
  members_.leave_record();
  size_t blank;
  for (;;) {
    blank = search_.skip_blank_lines();
    if (!stream_->peek().empty()) break;
    if (!members_.enter()) return false;
  }
  blank += search_.skip_odd_space();
  extent_ = members_.begin_record(blank > 0);
  end_ = {};
  uncounted_ = 0;
  return true;
}

bool MemberReader::read_header(Record& record) {
  if (size_t lost = members_.complete_line(search_.skipped_bytes())) {
    problems_.report(Severity::kLost, "junk-between-records",
                     std::to_string(lost) + " bytes do not belong to a record");
    return false;
  }
  if (starts_warc(stream_->peek(16))) {
    set_format(Format::kWarc);
    if (!take_warc_header()) return false;
    read_warc_header(header_, record);
    read_content_length(record);
    return true;
  }
  if (starts_record(stream_->peek(kUsualLine))) {
    set_format(Format::kArc);
    return take_arc_header() && read_arc(record);
  }
  search_.pass_over_junk(format_);
  return false;
}

bool MemberReader::take_warc_header() {
  size_t line = 0;
  for (size_t wanted = 512;;) {
    std::string_view bytes = stream_->peek(wanted);
    size_t size = warc_header_size(bytes, line);
    if (size != std::string_view::npos) {
      // A header that has lost its end runs into the next.
      size_t next = bytes.substr(0, size).find("\nWARC/");
      if (next != std::string_view::npos) {
        return lose_header(next + 1, "the header has no end");
      }
      header_.assign(bytes.substr(0, size));
      stream_->consume(size);
      return true;
    }
    size_t seen = bytes.size();
    if (seen > kMaxWarcHeader) {
      return lose_header(seen, "the header is too long");
    }
    line = std::max(line, std::min(bytes.rfind('\n'), seen) % seen);
    if (!goes_on(bytes, wanted)) {
      return lose_header(seen, "the header has no end");
    }
    wanted = 2 * seen;
  }
}

bool MemberReader::take_arc_header() {
  size_t searched = 0;
  for (size_t wanted = kUsualLine;;) {
    std::string_view bytes = stream_->peek(wanted);
    size_t seen = bytes.size();
    size_t line = bytes.find('\n', searched);
    if (line != std::string_view::npos) {
      header_.assign(bytes.substr(0, line + 1));
      stream_->consume(line + 1);
      return true;
    }
    if (seen > kMaxArcHeader) {
      return lose_header(seen, "the header line is too long");
    }
    if (!goes_on(bytes, wanted)) {
      return lose_header(seen, "the header line has no end");
    }
    searched = seen;
    wanted = 2 * seen;
  }
}

bool MemberReader::goes_on(std::string_view seen, size_t wanted) {
  size_t size = seen.size();
  return (members_.at_end(seen, wanted) && members_.join(size, 1)) ||
         size >= wanted;
}

bool MemberReader::lose_header(size_t size, std::string_view why) {
  stream_->consume(size);
  bool cut = !members_.next_entered() && stream_->peek().empty() &&
             (!stream_->compressed() ||
              stream_->ending() == io::MemberStream::Ending::kTruncated);
  problems_.mark_damaged(
      Severity::kLost,
      cut ? "warc-truncated-record" : problems_.with_format("bad-header"),
      std::string(why));
  uint64_t skipped = 0;
  if (!members_.next_entered()) search_.find(format_, true, skipped);
  return false;
}

void MemberReader::read_content_length(Record& record) {
  auto text = record.headers.find("Content-Length");
  auto length = block_length(text.value_or(""));
  record.content_length = length.value_or(Record::kNoLength);
  if (length) return;
  constexpr size_t kShown = 40;
  problems_.mark_damaged(
      Severity::kWarning, text ? "warc-bad-length" : "warc-no-length",
      text ? "Content-Length is not a number: " +
                 std::string(text->substr(0, kShown))
           : "no Content-Length: the block is taken up to the next record");
}

bool MemberReader::read_arc(Record& record) {
  // A line taken for a header before it was seen whole may be none.
  auto header =
      parse_arc_header(std::string_view(header_.data(), header_.size() - 1));
  if (!header) return lose_header(0, "the line is not an ARC header");
  read_arc_header(*header, header_, record);
  if (record.type == RecordType::kFiledesc) {
    uncounted_ = read_version_block(stream_->peek(1024), record);
    arc_version_ = record.version;
  }
  record.version = arc_version_;
  if (!header->good_length) {
    problems_.mark_damaged(Severity::kWarning, "arc-bad-length",
                           "the length is not a number");
  } else if (record.negative_length) {
    problems_.report(Severity::kWarning, "arc-negative-length",
                     "the length is " + std::to_string(header->length));
  }
  return true;
}

void MemberReader::set_format(Format format) {
  format_ = format;
  problems_.set_format(format);
}

}  // namespace wax::warc
