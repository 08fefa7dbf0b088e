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
// And a usual header.
constexpr size_t kHeader = 16 * 1024;
// What is read ahead to know whether a length is true.
constexpr size_t kLookahead = 1024 * 1024;
constexpr std::string_view kSeparator = "\r\n\r\n";

// Whether an ARC line begins with a scheme that archives hold. Of a line that
// has lost its first bytes to the block before it ("ttp://"), it does not.
bool starts_with_usual_scheme(std::string_view line) {
  for (std::string_view scheme :
       {"http:", "https:", "dns:", "filedesc:", "ftp:", "whois:"}) {
    if (line.starts_with(scheme)) return true;
  }
  return false;
}

// Whether a block that begins so is an archive, or a response that brings one.
bool begins_archive(std::string_view block, Format format, bool is_message) {
  size_t at = 0;
  if (block.starts_with("HTTP/")) {
    at = warc_header_size(block);
    Headers head;
    head.parse(block.substr(0, at).substr(block.find('\n') + 1));
    auto type = head.find("Content-Type");
    if (!type || !type->starts_with("application/")) return false;
  } else if (is_message) {
    return false;
  }
  return at < block.size() && block[at] != '\r' && block[at] != '\n' &&
         record_found(block.substr(at), format) == Match::kYes;
}

// Two line ends alike.
bool is_separator(std::string_view blank) {
  size_t half = blank.size() / 2;
  return half > 0 && blank.substr(0, half) == blank.substr(half) &&
         blank.find('\n') == half - 1;
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
    is_message_ = record.format == Format::kArc ||
                  record.content_type.starts_with("application/http");
    clear_ = 0;
    is_archive_ = false;
    watch_ = skim_ && alone_ && stream_->in_head() &&
                     content_length_ != Record::kNoLength
                 ? Watch::kHead
                 : watch_for_headers();
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
  if (watch_ != Watch::kHead) return false;
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
  fills_member_ = false;
  left_ = missing_ = uncounted_ = 0;
  tail_.clear();
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

size_t ArchiveReader::complete_line() {
  if (stream_->peek().find('\n') != std::string_view::npos) return 0;
  for (;;) {
    std::string_view bytes = stream_->peek(kLine);
    size_t unread = bytes.size();
    if (bytes.find('\n') != std::string_view::npos ||
        !at_member_end(bytes, kLine)) {
      return 0;
    }
    bool in_url = bytes.find(' ') == std::string_view::npos;
    if (!join_next_member(unread, 1)) {
      if (!next_entered_) return 0;
      // "h" and "ttp://..." are one URL; so are two of which one is in the
      // other's path.
      if (!in_url || !starts_with_usual_scheme(stream_->peek(kLine))) {
        if (stray_ != nullptr) {
          stray_->write(stream_->peek(unread).substr(0, unread));
        }
        stream_->consume(unread);
        return unread;
      }
      next_entered_ = false;
    }
    report_several();
  }
}

bool ArchiveReader::read_header(Record& record) {
  if (size_t lost = complete_line()) {
    report(Severity::kLost, "junk-between-records",
           std::to_string(lost) + " bytes are no record");
    return false;
  }
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
    if (at_member_end(bytes, wanted) && join_next_member(seen, 1)) {
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
    if (at_member_end(bytes, wanted) && join_next_member(seen, 1)) {
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
  record.content_length = Record::kNoLength;
  auto text = record.headers.find("Content-Length");
  if (text) {
    const char* end = text->data() + text->size();
    auto [stop, error] =
        std::from_chars(text->data(), end, record.content_length);
    if (error == std::errc() && stop == end &&
        record.content_length != Record::kNoLength) {
      return;
    }
  }
  constexpr size_t kShown = 40;
  intact_ = false;
  record.content_length = Record::kNoLength;
  report(Severity::kWarning, text ? "warc-bad-length" : "warc-no-length",
         text ? "Content-Length is no number: " +
                    std::string(text->substr(0, kShown))
              : "no Content-Length: the block is taken up to the next record");
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
  size_t line = block.find('\n');
  if (line == std::string_view::npos || !block.starts_with(arc_version_)) {
    return;
  }
  if (!record.negative_length) {
    size_t end = block.find('\n', line + 1);
    if (end == record.content_length) uncounted_ = 1;
    if (end == record.content_length + 1 && block[end - 1] == '\r') {
      uncounted_ = 2;
    }
    return;
  }
  record.content_length =
      std::min(block.find('\n', line + 1), block.size() - 1);
  record.content_length += 1;
  record.negative_length = false;
}

std::string_view ArchiveReader::peek_block(size_t at_least) {
  for (;;) {
    auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
    if (watch_ == Watch::kHead) {
      std::string_view head = peek_head(wanted);
      if (watch_ == Watch::kHead) return head;
    }
    if (watch_ != Watch::kOff) look_for_header(wanted);
    if (left_ == 0) return {};
    wanted = static_cast<size_t>(std::min<uint64_t>(wanted, left_));
    std::string_view bytes = stream_->peek(wanted);
    if (watch_ != Watch::kOff) bytes = bytes.substr(0, clear_);
    if (bytes.size() >= left_) {
      return bytes.substr(0, static_cast<size_t>(left_));
    }
    if (!at_member_end(bytes, wanted)) return bytes;
    size_t unread = bytes.size();
    if (join_next_member(unread, left_ - unread)) {
      report_several();
    } else if (next_entered_) {
      missing_ = left_ - unread;
      left_ = unread;
    } else {
      return stream_->peek(unread);
    }
  }
}

std::string_view ArchiveReader::peek_head(size_t wanted) {
  std::string_view bytes = stream_->peek(wanted);
  if (stream_->in_head()) {
    FoundHeader found = find_header(bytes, 0, format_);
    if (found.match != Match::kNo) bytes = bytes.substr(0, found.line_end);
    if (bytes.size() >= wanted) {
      return bytes.substr(0, std::min<uint64_t>(bytes.size(), left_));
    }
  }
  watch_ = watch_for_headers();
  return {};
}

void ArchiveReader::consume_block(size_t n) {
  if (watch_ == Watch::kHead && left_ == content_length_ &&
      stream_->peek(n).find("application/") != std::string_view::npos) {
    is_archive_ = begins_archive(stream_->peek(kLine), format_, is_message_);
  }
  if (left_ - n < kSeparator.size()) {
    std::string_view bytes = stream_->peek(n).substr(0, n);
    tail_ += bytes.substr(n - std::min(n, kSeparator.size()));
    tail_.erase(0, tail_.size() - std::min(tail_.size(), kSeparator.size()));
  }
  stream_->consume(n);
  left_ -= n;
  clear_ -= std::min(clear_, n);
}

ArchiveReader::Watch ArchiveReader::watch_for_headers() {
  if (left_ == 0) return Watch::kOff;
  if (left_ == Record::kNoLength) {
    if (record_found(stream_->peek(kLine), format_) != Match::kYes) {
      return Watch::kAny;
    }
    left_ = 0;
    return Watch::kOff;
  }
  if (!stream_->compressed() && stream_->can_seek()) return Watch::kOff;
  std::string_view bytes = stream_->peek();
  bool seen = left_ < bytes.size() ||
              (left_ == bytes.size() && stream_->ending() != Ending::kNone);
  if (seen && follows_block(bytes.substr(static_cast<size_t>(left_)))) {
    return Watch::kOff;
  }
  if (left_ == content_length_) {
    is_archive_ = begins_archive(stream_->peek(kLine), format_, is_message_);
  }
  return is_archive_ ? Watch::kOff : Watch::kSwallowed;
}

void ArchiveReader::look_for_header(size_t wanted) {
  for (size_t ask = wanted + kLine; clear_ < wanted;) {
    std::string_view bytes = stream_->peek(ask);
    bool last = bytes.size() < ask;
    FoundHeader found = find_header(bytes, clear_, format_);
    if (found.begin >= left_) {
      watch_ = Watch::kOff;
      return;
    }
    if (found.match == Match::kYes) {
      if (watch_ == Watch::kAny || swallowed(found.begin)) {
        left_ = found.begin;
        watch_ = Watch::kOff;
        return;
      }
      clear_ = found.begin;
    } else if (last) {
      clear_ = bytes.size();
      if (watch_ == Watch::kAny) {
        left_ = clear_;
        watch_ = Watch::kOff;
      }
      return;
    } else if (found.match == Match::kNo) {
      clear_ = bytes.size();
    } else if (found.begin == bytes.size()) {
      clear_ = bytes.size() - 1;
    } else if (found.begin + kLine < bytes.size()) {
      clear_ = found.begin;
    } else {
      clear_ = found.line_end;
      ask *= 2;
    }
  }
}

bool ArchiveReader::swallowed(size_t at) {
  std::string_view bytes = stream_->peek(at + kHeader);
  auto size = stated_size(bytes.substr(at));
  if (!size) return false;
  bool is = false;
  bool known = false;
  if (left_ < kLookahead) {
    auto end = static_cast<size_t>(left_);
    bytes = stream_->peek(end + kLine);
    // Where a member ends, the block may go on in the next.
    known = bytes.size() >= end || !at_member_end(bytes, end);
    is = known && (bytes.size() < end || !follows_block(bytes.substr(end)));
  }
  // The end of a member of its own will tell.
  bool trusted = alone_ && stream_->peek(kLookahead).size() >= kLookahead;
  if (!known && *size < kLookahead && !trusted) {
    size_t end = at + static_cast<size_t>(*size);
    bytes = stream_->peek(end + kLine);
    is = bytes.size() >= end && follows_block(bytes.substr(end));
  }
  if (is) {
    intact_ = false;
    report(Severity::kLost, with_format("bad-length"),
           "the length is " + std::to_string(content_length_) +
               ", but the next record begins " +
               std::to_string(content_length_ - left_ + at) +
               " bytes into the block");
  }
  return is;
}

bool ArchiveReader::at_member_end(std::string_view bytes, size_t wanted) const {
  return bytes.size() < wanted && stream_->compressed() && !next_entered_ &&
         stream_->ending() == Ending::kWhole;
}

bool ArchiveReader::join_next_member(size_t unread, uint64_t needed) {
  ended_ = stream_->stored_offset();
  ended_how_ = stream_->ending();
  if (!stream_->next_member()) return false;
  std::string_view bytes = stream_->peek(unread + kLine).substr(unread);
  size_t blank = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
  next_entered_ = blank < needed && record_found(bytes) == Match::kYes;
  alone_ = alone_ && next_entered_;
  return !next_entered_;
}

void ArchiveReader::check_end() {
  separated_ = format_ == Format::kArc || !intact_ || left_ > 0;
  blank_.clear();
  behind_ = stream_->compressed() ? extent_.offset : stream_->stored_offset();
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
  Ending ending = next_entered_ ? ended_how_ : stream_->ending();
  fills_member_ = alone_ && stream_->compressed() && ending == Ending::kWhole &&
                  (next_entered_ || stream_->peek().empty());
  if (intact_) check_separator();
  separated_ = true;
}

void ArchiveReader::check_rest_of_member() {
  skip_blank_lines();
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
  extent_.length = end + uncounted_ - extent_.offset;
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
    }
    return;
  }
  separated_ = true;
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
  uint64_t here = stream_->stored_offset();
  if (reread_ + (end - from) > kReread + 2 * end || !stream_->seek(from)) {
    return false;
  }
  if (from == block &&
      begins_archive(stream_->peek(kLine), format_, is_message_)) {
    static_cast<void>(stream_->seek(here));
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
  return complete_line() == 0 && starts_record(stream_->peek(kLine));
}

size_t ArchiveReader::skip_blank_lines() {
  constexpr size_t kJudged = 8;
  for (size_t passed = 0;;) {
    std::string_view bytes = stream_->peek();
    size_t blank = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
    if (stray_ != nullptr) stray_->write(bytes.substr(0, blank));
    if (!separated_ && blank_.size() < kJudged) {
      blank_ += bytes.substr(0, std::min(blank, kJudged));
    }
    stream_->consume(blank);
    passed += blank;
    if (blank < bytes.size() || bytes.empty()) return passed;
  }
}

void ArchiveReader::check_separator() {
  if (separated_ || is_separator(blank_)) return;
  // Members may have been cut within the line ends.
  while (stream_->compressed() && blank_.size() < kSeparator.size() &&
         stream_->peek().empty() && stream_->next_member()) {
    next_entered_ = true;
    skip_blank_lines();
    if (is_separator(blank_)) return;
  }
  size_t missing =
      kSeparator.size() - std::min(kSeparator.size(), blank_.size());
  bool in_block = missing > 0 &&
                  tail_.ends_with(kSeparator.substr(0, missing)) &&
                  blank_ == kSeparator.substr(missing);
  std::string text =
      std::to_string(blank_.size()) + " bytes of line ends behind a block";
  if (in_block) {
    text += " that ends in line ends: its length may be " +
            std::to_string(missing) + " too great";
  }
  bool certain = in_block && missing % 2 != 0;
  report_at(behind_, in_block ? Severity::kWarning : Severity::kNote,
            certain ? "warc-bad-length" : "warc-bad-separator",
            std::move(text));
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
