#include "warc/reader/archive_reader.h"

#include <algorithm>
#include <utility>

#include "warc/reader/record_trailer.h"
#include "warc/record/arc_header.h"
#include "warc/record/record_header.h"

namespace wax::warc {

ArchiveReader::ArchiveReader(std::unique_ptr<io::MemberStream> stream,
                             ProblemSink& problems)
    : stream_(std::move(stream)),
      problems_(*stream_, problems),
      members_(*stream_, problems_),
      search_(*stream_),
      block_(*stream_, members_, problems_) {}

bool ArchiveReader::next(Record& record) {
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

Extent ArchiveReader::finish() {
  if (!std::exchange(open_, false)) return extent_;
  if (block_.left() > 0 && block_.pass_over()) {
    extent_.length = stream_->stored_offset() - extent_.offset;
    return extent_;
  }
  io::skip(block_, UINT64_MAX);
  check_end();
  return extent_;
}

std::optional<uint64_t> ArchiveReader::boundary() const {
  if (!intact() || problems_.several_reported()) return {};
  uint64_t next = stream_->stored_offset();
  if (stream_->compressed()) {
    // It has no length in a member that holds more.
    if (extent_.length == 0) return {};
    next = extent_.offset + extent_.length;
  }
  if (!stream_->new_at(next) || !search_.new_at(next)) return {};
  return next;
}

bool ArchiveReader::go_to(uint64_t offset) {
  open_ = false;
  members_.restart();
  if (!stream_->restart(offset)) return false;
  return stream_->compressed() || starts_record(stream_->peek(kUsualLine));
}

bool ArchiveReader::reach_header() {
  members_.leave_record();
  size_t blank;
  for (;;) {
    blank = skip_blank_lines();
    if (!stream_->peek().empty()) break;
    if (!members_.enter()) return false;
  }
  blank += skip_odd_space();
  extent_ = members_.begin_record(blank > 0);
  next_in_block_.reset();
  fills_member_ = false;
  uncounted_ = 0;
  return true;
}

bool ArchiveReader::read_header(Record& record) {
  if (size_t lost = members_.complete_line(search_.skipped_bytes())) {
    problems_.report(Severity::kLost, "junk-between-records",
                     std::to_string(lost) + " bytes are no record");
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
  pass_over_junk();
  return false;
}

bool ArchiveReader::take_warc_header() {
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

bool ArchiveReader::take_arc_header() {
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

bool ArchiveReader::goes_on(std::string_view seen, size_t wanted) {
  size_t size = seen.size();
  return (members_.at_end(seen, wanted) && members_.join(size, 1)) ||
         size >= wanted;
}

bool ArchiveReader::lose_header(size_t size, std::string_view why) {
  stream_->consume(size);
  bool cut =
      !members_.next_entered() && stream_->peek().empty() &&
      (!stream_->compressed() || stream_->ending() == Ending::kTruncated);
  problems_.mark_damaged(
      Severity::kLost,
      cut ? "warc-truncated-record" : problems_.with_format("bad-header"),
      std::string(why));
  uint64_t skipped = 0;
  if (!members_.next_entered()) search_.find(format_, true, skipped);
  return false;
}

void ArchiveReader::read_content_length(Record& record) {
  auto text = record.headers.find("Content-Length");
  auto length = block_length(text.value_or(""));
  record.content_length = length.value_or(Record::kNoLength);
  if (length) return;
  constexpr size_t kShown = 40;
  problems_.mark_damaged(
      Severity::kWarning, text ? "warc-bad-length" : "warc-no-length",
      text ? "Content-Length is no number: " +
                 std::string(text->substr(0, kShown))
           : "no Content-Length: the block is taken up to the next record");
}

bool ArchiveReader::read_arc(Record& record) {
  // A line taken for a header before it was seen whole may be none.
  auto header =
      parse_arc_header(std::string_view(header_.data(), header_.size() - 1));
  if (!header) return lose_header(0, "the header line is no ARC header");
  read_arc_header(*header, header_, record);
  if (record.type == RecordType::kFiledesc) {
    uncounted_ = read_version_block(stream_->peek(1024), record);
    arc_version_ = record.version;
  }
  record.version = arc_version_;
  if (!header->good_length) {
    problems_.mark_damaged(Severity::kWarning, "arc-bad-length",
                           "the length is no number");
  } else if (record.negative_length) {
    problems_.report(Severity::kWarning, "arc-negative-length",
                     "the length is " + std::to_string(header->length));
  }
  return true;
}

void ArchiveReader::check_end() {
  separated_ =
      format_ == Format::kArc || !problems_.intact() || block_.left() > 0;
  blank_.clear();
  behind_ = stream_->compressed() ? extent_.offset : stream_->stored_offset();
  if (!stream_->compressed()) {
    check_framing();
  } else if (members_.next_entered()) {
    extent_.length = members_.end() - extent_.offset;
    report_short(Ending::kWhole);
  } else if (block_.left() > 0) {
    extent_.length = members_.end() - extent_.offset;
    report_short(stream_->ending());
  } else {
    check_rest_of_member();
  }
  if (!extent_.seekable) extent_.length = 0;
  fills_member_ = members_.alone() && stream_->compressed() &&
                  members_.ending() == Ending::kWhole &&
                  (members_.next_entered() || stream_->peek().empty());
  if (problems_.intact()) check_separator();
  separated_ = true;
}

void ArchiveReader::check_rest_of_member() {
  size_t blank = skip_blank_lines();
  if (!stream_->peek().empty()) {
    if (at_record(blank)) return;
    uint64_t skipped = 0;
    bool found =
        !members_.next_entered() && search_.find(format_, false, skipped);
    problems_.damage_length("bytes behind the block are no record");
    if (found) return;
  }
  extent_.length = members_.end() - extent_.offset;
  check_sum(members_.ending());
}

void ArchiveReader::check_framing() {
  uint64_t end = stream_->stored_offset();
  extent_.length = end + uncounted_ - extent_.offset;
  if (block_.left() > 0) {
    if (!find_swallowed(end, end)) report_short(Ending::kTruncated);
    return;
  }
  size_t blank = skip_blank_lines();
  if (stream_->peek().empty()) return;
  if (at_record(blank)) {
    if (format_ == Format::kArc && blank == 0 &&
        !starts_with_usual_scheme(stream_->peek(16))) {
      // The line may have begun in the block.
      if (!find_swallowed(end, kUsualLine)) {
        static_cast<void>(stream_->seek(end));
      }
    }
    return;
  }
  separated_ = true;
  // The next header where it should be, behind damaged line ends.
  size_t due = due_blank();
  size_t odd = due - std::min(due, blank);
  std::string_view next = stream_->peek(kUsualLine);
  if (odd > 0 && next.size() > odd && starts_record(next.substr(odd))) {
    stream_->consume(odd);
    problems_.report_at(end, Severity::kWarning, "junk-between-records",
                        "the line ends behind a block are damaged");
    return;
  }
  // With its line ends the block is as long as it says: the fault lies behind.
  if (blank == due && format_ == Format::kWarc) {
    pass_over_junk();
    return;
  }
  if (find_swallowed(end, end)) return;
  uint64_t skipped = 0;
  if (search_.skipped_bytes() != nullptr) {
    static_cast<void>(stream_->seek(end + blank));
  }
  if (stream_->stored_offset() == end + blank) {
    search_.find(format_, false, skipped);
  }
  std::string text = std::to_string(stream_->stored_offset() - end);
  if (blank > 0) {
    problems_.report_at(end, Severity::kLost, "junk-between-records",
                        text + " bytes are no record");
  } else {
    problems_.damage_length(text + " bytes behind the block are no record");
  }
}

bool ArchiveReader::find_swallowed(uint64_t end, uint64_t farthest) {
  uint64_t block = extent_.offset + header_.size();
  uint64_t from = std::max(block, end - std::min(end, farthest));
  next_in_block_ =
      search_.find_swallowed(block, from, end, format_, block_.is_message());
  if (!next_in_block_) return false;
  uint64_t next = block + *next_in_block_;
  extent_.length = next - extent_.offset;
  problems_.damage_length("the length is " + std::to_string(block_.stated()) +
                          ", but the next record begins at " +
                          std::to_string(next));
  return true;
}

void ArchiveReader::check_sum(Ending ending) {
  if (ending == Ending::kWhole) return;
  problems_.mark_damaged(
      Severity::kWarning, "gzip-bad-checksum",
      ending == Ending::kBadSum
          ? "the checksum or size of the member does not hold"
          : "the block is there, but not the end of its member");
}

void ArchiveReader::report_short(Ending ending) {
  problems_.mark_damaged();
  // The member stream reports damage when it passes over it.
  if (ending == Ending::kBad) return;
  problems_.report(Severity::kLost,
                   ending == Ending::kTruncated
                       ? "warc-truncated-record"
                       : problems_.with_format("bad-length"),
                   std::to_string(block_.there()) + " of " +
                       std::to_string(block_.stated()) + " bytes are there");
}

bool ArchiveReader::at_record(size_t blank) {
  return members_.complete_line(search_.skipped_bytes()) == 0 &&
         (starts_record(stream_->peek(kUsualLine)) ||
          (blank == due_blank() && odd_space() > 0));
}

size_t ArchiveReader::skip_blank_lines() {
  return search_.skip_blank_lines(separated_ ? nullptr : &blank_);
}

size_t ArchiveReader::odd_space() {
  // A member's head is best left as short as it is.
  if (space_before_record(stream_->peek(3)) == 0) return 0;
  std::string_view bytes = stream_->peek(kUsualLine);
  size_t space = space_before_record(bytes);
  bool found = record_found(bytes.substr(space)) == io::Match::kYes;
  return found ? space : 0;
}

size_t ArchiveReader::skip_odd_space() {
  size_t space = odd_space();
  if (space == 0) return 0;
  uint64_t offset = stream_->compressed() ? stream_->member_offset()
                                          : stream_->stored_offset();
  problems_.report_at(offset, Severity::kWarning, "junk-between-records",
                      std::to_string(space) +
                          " bytes of white space or a byte order mark stand "
                          "before the version line");
  if (io::Output* skipped_bytes = search_.skipped_bytes()) {
    skipped_bytes->write(stream_->peek(space).substr(0, space));
  }
  stream_->consume(space);
  return space;
}

size_t ArchiveReader::due_blank() const {
  return format_ == Format::kArc ? 1 : kClosingLines.size();
}

void ArchiveReader::check_separator() {
  if (separated_ || closes_record(blank_)) return;
  // Members may have been cut within the line ends.
  while (stream_->compressed() && blank_.size() < kClosingLines.size() &&
         stream_->peek().empty() && members_.look_behind()) {
    skip_blank_lines();
    if (closes_record(blank_)) return;
  }
  BadClosing bad = judge_closing(blank_, block_.tail());
  problems_.report_at(behind_, bad.severity, bad.id, std::move(bad.text));
}

void ArchiveReader::pass_over_junk() {
  uint64_t offset =
      stream_->compressed() ? extent_.offset : stream_->stored_offset();
  uint64_t skipped = 0;
  search_.find(format_, false, skipped);
  problems_.report_at(offset, Severity::kLost, "junk-between-records",
                      std::to_string(skipped) + " bytes are no record");
}

void ArchiveReader::set_format(Format format) {
  format_ = format;
  problems_.set_format(format);
}

}  // namespace wax::warc
