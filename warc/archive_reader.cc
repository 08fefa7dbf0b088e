#include "warc/archive_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "warc/record_header.h"

namespace wax::warc {
namespace {

using io::Match;

// Enough to see a usual header line whole.
constexpr size_t kLine = 4 * 1024;

// Whether an ARC line begins with a scheme that archives hold. Of a line that
// has lost its first bytes to the block before it ("ttp://"), it does not.
bool starts_with_usual_scheme(std::string_view line) {
  for (std::string_view scheme :
       {"http:", "https:", "dns:", "filedesc:", "ftp:", "whois:"}) {
    if (line.starts_with(scheme)) return true;
  }
  return false;
}

}  // namespace

ArchiveReader::ArchiveReader(std::unique_ptr<io::MemberStream> stream,
                             ProblemSink& problems)
    : stream_(std::move(stream)), problems_(&problems), body_(*this) {}

bool ArchiveReader::next(Record& record) {
  if (open_) finish();
  while (reach_header()) {
    if (!read_header(record)) continue;
    record.offset = extent_.offset;
    record.body = &body_;
    content_length_ = left_ = record.content_length;
    open_ = true;
    return true;
  }
  return false;
}

Extent ArchiveReader::finish() {
  if (!std::exchange(open_, false)) return extent_;
  if (left_ > 0 && skim_ && pass_over_block()) return extent_;
  io::skip(body_, UINT64_MAX);
  check_end();
  return extent_;
}

bool ArchiveReader::go_to(uint64_t offset) {
  open_ = next_entered_ = fresh_member_ = false;
  if (!stream_->restart(offset)) return false;
  return stream_->compressed() || starts_record(stream_->peek(kLine));
}

bool ArchiveReader::pass_over_block() {
  if (!stream_->compressed()) {
    if (stream_->pass_over(left_)) left_ = 0;
    return false;
  }
  if (!alone_) return false;
  uint64_t ends = format_ == Format::kWarc ? 4 : 1;
  if (content_length_ > UINT64_MAX - header_.size() - ends ||
      !stream_->pass_over(header_.size() + content_length_ + ends)) {
    return false;
  }
  left_ = 0;
  extent_.length = stream_->stored_offset() - extent_.offset;
  return true;
}

bool ArchiveReader::reach_header() {
  if (std::exchange(next_entered_, false)) {
    start_ = stream_->member_offset();
    fresh_member_ = true;
  }
  size_t blank;
  for (;;) {
    blank = skip_blank_lines();
    if (!stream_->peek().empty()) break;
    if (!enter_member()) return false;
  }
  alone_ = fresh_member_ && blank == 0;
  extent_ = {};
  if (!stream_->compressed()) {
    extent_.offset = stream_->stored_offset();
  } else if (fresh_member_) {
    extent_.offset = start_;
  } else {
    extent_.offset = stream_->member_offset();
    extent_.seekable = false;
    report_several();
  }
  fresh_member_ = false;
  intact_ = true;
  next_in_block_.reset();
  left_ = missing_ = 0;
  return true;
}

bool ArchiveReader::enter_member() {
  bool empty = fresh_member_ && stream_->ending() == Ending::kWhole;
  if (fresh_member_ && stream_->ending() == Ending::kTruncated) {
    report_at(stream_->member_offset(), Severity::kLost,
              "warc-truncated-record", "the file ends in a record's header");
  }
  uint64_t end = stream_->stored_offset();
  fresh_member_ = stream_->next_member();
  // Empty members belong to the record behind them.
  if (!empty || stream_->member_offset() != end) {
    start_ = stream_->member_offset();
  }
  return fresh_member_;
}

bool ArchiveReader::read_header(Record& record) {
  if (starts_warc(stream_->peek(16))) {
    format_ = Format::kWarc;
    if (!take_warc_header()) return false;
    read_warc_header(header_, record);
    read_content_length(record);
    return true;
  }
  if (starts_record(stream_->peek(kLine))) {
    format_ = Format::kArc;
    if (!take_arc_header()) return false;
    // A line taken for a header before it was seen whole may be none.
    auto header =
        parse_arc_header(std::string_view(header_.data(), header_.size() - 1));
    if (!header) return lose_header(0, "the header line is no ARC header");
    fill_arc(*header, record);
    return true;
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
    if (at_member_end(bytes, wanted) && join_next_member(seen)) {
      report_several();
    } else if (seen < wanted) {
      return lose_header(seen, "the header has no end");
    }
    wanted = 2 * seen;
  }
}

bool ArchiveReader::take_arc_header() {
  size_t searched = 0;
  for (size_t wanted = kLine;;) {
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
    if (at_member_end(bytes, wanted) && join_next_member(seen)) {
      report_several();
    } else if (seen < wanted) {
      return lose_header(seen, "the header line has no end");
    }
    searched = seen;
    wanted = 2 * seen;
  }
}

bool ArchiveReader::lose_header(size_t size, std::string_view why) {
  stream_->consume(size);
  intact_ = false;
  bool cut =
      !next_entered_ && stream_->peek().empty() &&
      (!stream_->compressed() || stream_->ending() == Ending::kTruncated);
  report(Severity::kLost,
         cut ? "warc-truncated-record" : with_format("bad-header"),
         std::string(why));
  uint64_t skipped = 0;
  if (!next_entered_) static_cast<void>(find_record(true, skipped));
  return false;
}

void ArchiveReader::read_content_length(Record& record) {
  record.content_length = 0;
  auto text = record.headers.find("Content-Length");
  if (!text) {
    intact_ = false;
    report(Severity::kLost, "warc-no-length", "no Content-Length");
    return;
  }
  const char* end = text->data() + text->size();
  auto [stop, error] =
      std::from_chars(text->data(), end, record.content_length);
  if (error == std::errc() && stop == end) return;
  constexpr size_t kShown = 40;
  intact_ = false;
  record.content_length = 0;
  report(
      Severity::kLost, "warc-bad-length",
      "Content-Length is no number: " + std::string(text->substr(0, kShown)));
}

void ArchiveReader::fill_arc(const ArcHeader& header, Record& record) {
  record.format = Format::kArc;
  record.headers.clear();
  record.raw_header = header_;
  record.target_uri = header.url;
  record.ip_address = header.ip_address;
  record.date = header.date;
  record.content_type = header.content_type;
  record.negative_length = header.length < 0;
  record.content_length =
      header.length < 0 ? 0 : static_cast<uint64_t>(header.length);
  bool filedesc = header.url.starts_with("filedesc:");
  record.type = filedesc ? RecordType::kFiledesc : RecordType::kResponse;
  record.type_name = name(record.type);
  if (filedesc) read_version_block(record);
  record.version = arc_version_;
  if (!header.good_length) {
    intact_ = false;
    report(Severity::kWarning, "arc-bad-length", "the length is no number");
  } else if (record.negative_length) {
    report(Severity::kWarning, "arc-negative-length",
           "the length is " + std::to_string(header.length));
  }
}

// "1 0 InternetArchive": the first word is the version. A block whose length is
// not known is that line and the next, which names the fields.
void ArchiveReader::read_version_block(Record& record) {
  std::string_view block = stream_->peek(1024);
  arc_version_ = block.starts_with('2') ? "2" : "1";
  if (!record.negative_length) return;
  size_t line = block.find('\n');
  if (line == std::string_view::npos || !block.starts_with(arc_version_)) {
    return;
  }
  record.content_length =
      std::min(block.find('\n', line + 1), block.size() - 1);
  record.content_length += 1;
  record.negative_length = false;
}

std::string_view ArchiveReader::peek_block(size_t at_least) {
  for (;;) {
    if (left_ == 0) return {};
    auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
    std::string_view bytes = stream_->peek(wanted);
    if (bytes.size() >= left_) {
      return bytes.substr(0, static_cast<size_t>(left_));
    }
    if (!at_member_end(bytes, wanted)) return bytes;
    size_t unread = bytes.size();
    if (join_next_member(unread)) {
      report_several();
    } else if (next_entered_) {
      missing_ = left_ - unread;
      left_ = unread;
    } else {
      return stream_->peek(unread);
    }
  }
}

bool ArchiveReader::at_member_end(std::string_view bytes, size_t wanted) const {
  return bytes.size() < wanted && stream_->compressed() && !next_entered_ &&
         stream_->ending() == Ending::kWhole;
}

bool ArchiveReader::join_next_member(size_t unread) {
  ended_ = stream_->stored_offset();
  ended_how_ = stream_->ending();
  if (!stream_->next_member()) return false;
  std::string_view bytes = stream_->peek(unread + kLine).substr(unread);
  next_entered_ = record_found(bytes) == Match::kYes;
  return !next_entered_;
}

void ArchiveReader::check_end() {
  if (!stream_->compressed()) {
    check_framing();
  } else if (next_entered_) {
    extent_.length = ended_ - extent_.offset;
    report_short(Ending::kWhole);
    check_sum(ended_how_);
  } else if (left_ > 0) {
    extent_.length = stream_->stored_offset() - extent_.offset;
    report_short(stream_->ending());
  } else {
    check_rest_of_member();
  }
  if (!extent_.seekable) extent_.length = 0;
}

void ArchiveReader::check_rest_of_member() {
  size_t blank = skip_blank_lines();
  if (format_ == Format::kWarc && blank % 2 != 0) {
    report(Severity::kNote, "warc-bad-separator",
           std::to_string(blank) + " bytes of line ends behind a block");
  }
  if (!stream_->peek().empty()) {
    if (at_record()) return;
    uint64_t skipped = 0;
    bool found = !next_entered_ && find_record(false, skipped);
    intact_ = false;
    report(Severity::kLost, with_format("bad-length"),
           "bytes behind the block are no record");
    if (next_entered_) {
      extent_.length = ended_ - extent_.offset;
      return;
    }
    if (found) return;
  }
  extent_.length = stream_->stored_offset() - extent_.offset;
  check_sum(stream_->ending());
}

void ArchiveReader::check_framing() {
  uint64_t end = stream_->stored_offset();
  extent_.length = end - extent_.offset;
  if (left_ > 0) {
    if (!find_swallowed(end, end)) report_short(Ending::kTruncated);
    return;
  }
  size_t blank = skip_blank_lines();
  if (stream_->peek().empty()) return;
  if (at_record()) {
    if (format_ == Format::kArc && blank == 0 &&
        !starts_with_usual_scheme(stream_->peek(16))) {
      // The line may have begun in the block.
      if (!find_swallowed(end, kLine)) static_cast<void>(stream_->seek(end));
    } else if (format_ == Format::kWarc && blank % 2 != 0) {
      report_at(end, Severity::kNote, "warc-bad-separator",
                std::to_string(blank) + " bytes of line ends behind a block");
    }
    return;
  }
  // The next header where it should be, behind damaged line ends.
  size_t due = format_ == Format::kArc ? 1 : 4;
  size_t odd = due - std::min(due, blank);
  std::string_view next = stream_->peek(kLine);
  if (odd > 0 && next.size() > odd && starts_record(next.substr(odd))) {
    stream_->consume(odd);
    report_at(end, Severity::kWarning, "junk-between-records",
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
  if (stray_ != nullptr) static_cast<void>(stream_->seek(end + blank));
  if (stream_->stored_offset() == end + blank) {
    static_cast<void>(find_record(false, skipped));
  }
  skipped = stream_->stored_offset() - end;
  if (blank > 0) {
    report_at(end, Severity::kLost, "junk-between-records",
              std::to_string(skipped) + " bytes are no record");
    return;
  }
  intact_ = false;
  report(Severity::kLost, with_format("bad-length"),
         std::to_string(skipped) + " bytes behind the block are no record");
}

bool ArchiveReader::find_swallowed(uint64_t end, uint64_t farthest) {
  // What is read twice stays in proportion to the file.
  constexpr uint64_t kReread = 64 * 1024 * 1024;
  uint64_t block = extent_.offset + header_.size();
  uint64_t from = std::max(block, end - std::min(end, farthest));
  if (reread_ + (end - from) > kReread + 2 * end || !stream_->seek(from)) {
    return false;
  }
  reread_ += end - from;
  uint64_t skipped = 0;
  io::Output* stray = std::exchange(stray_, nullptr);
  bool found = find_record(from == block, skipped);
  stray_ = stray;
  uint64_t next = stream_->stored_offset();
  if (!found || next >= end) return false;
  next_in_block_ = next - block;
  intact_ = false;
  extent_.length = next - extent_.offset;
  report(Severity::kLost, with_format("bad-length"),
         "the length is " + std::to_string(content_length_) +
             ", but the next record begins at " + std::to_string(next));
  return true;
}

void ArchiveReader::check_sum(Ending ending) {
  if (ending == Ending::kWhole) return;
  intact_ = false;
  report(Severity::kWarning, "gzip-bad-checksum",
         ending == Ending::kBadSum
             ? "the checksum or size of the member does not hold"
             : "the block is there, but not the end of its member");
}

void ArchiveReader::report_short(Ending ending) {
  intact_ = false;
  // The member stream reports damage when it passes over it.
  if (ending == Ending::kBad) return;
  uint64_t there = content_length_ - left_ - missing_;
  report(Severity::kLost,
         ending == Ending::kTruncated ? "warc-truncated-record"
                                      : with_format("bad-length"),
         std::to_string(there) + " of " + std::to_string(content_length_) +
             " bytes are there");
}

bool ArchiveReader::at_record() {
  std::string_view bytes = stream_->peek(kLine);
  size_t unread = bytes.size();
  // A header may be cut by the end of a member.
  if (at_member_end(bytes, kLine) &&
      bytes.find('\n') == std::string_view::npos) {
    if (join_next_member(unread)) {
      report_several();
    } else if (next_entered_) {
      stream_->consume(unread);
      return false;
    }
    bytes = stream_->peek(kLine);
  }
  return starts_record(bytes);
}

size_t ArchiveReader::skip_blank_lines() {
  for (size_t passed = 0;;) {
    std::string_view bytes = stream_->peek();
    size_t blank = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
    if (stray_ != nullptr) stray_->write(bytes.substr(0, blank));
    stream_->consume(blank);
    passed += blank;
    if (blank < bytes.size() || bytes.empty()) return passed;
  }
}

bool ArchiveReader::find_record(bool at_line, uint64_t& skipped) {
  skipped = 0;
  for (size_t wanted = kLine;;) {
    std::string_view bytes = stream_->peek(wanted);
    if (bytes.empty()) return false;
    size_t at = 0;
    Match match = at_line ? record_found(bytes, format_) : Match::kNo;
    while (match == Match::kNo) {
      at = bytes.find('\n', at);
      at_line = at != std::string_view::npos;
      if (!at_line) break;
      at = std::min(bytes.find_first_not_of("\r\n", at), bytes.size());
      match = record_found(bytes.substr(at), format_);
    }
    bool last = bytes.size() < wanted;
    wanted = kLine;
    if (match == Match::kMore && at == 0 && bytes.size() < kMaxArcHeader) {
      wanted = 2 * bytes.size();
    } else if (match == Match::kMore && at == 0) {
      at_line = false;
    }
    if (last ? match != Match::kYes : !at_line) at = bytes.size();
    if (stray_ != nullptr) stray_->write(bytes.substr(0, at));
    stream_->consume(at);
    skipped += at;
    if (match == Match::kYes) return true;
  }
}

void ArchiveReader::pass_over_junk() {
  uint64_t offset =
      stream_->compressed() ? extent_.offset : stream_->stored_offset();
  uint64_t skipped = 0;
  static_cast<void>(find_record(false, skipped));
  report_at(offset, Severity::kLost, "junk-between-records",
            std::to_string(skipped) + " bytes are no record");
}

void ArchiveReader::report_several() {
  if (std::exchange(several_reported_, true)) return;
  report(Severity::kWarning, "gzip-not-per-record",
         "members do not hold one record each, so records cannot be read by "
         "offset; recompress the file");
}

void ArchiveReader::report(Severity severity, std::string_view id,
                           std::string text) {
  report_at(extent_.offset, severity, id, std::move(text));
}

void ArchiveReader::report_at(uint64_t offset, Severity severity,
                              std::string_view id, std::string text) {
  problems_->report(
      {severity, std::string(id), stream_->path(), offset, std::move(text)});
}

std::string ArchiveReader::with_format(std::string_view word) const {
  std::string id = format_ == Format::kArc ? "arc-" : "warc-";
  return id += word;
}

}  // namespace wax::warc
