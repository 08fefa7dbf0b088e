#include "warc/reader/block_source.h"

#include <algorithm>

#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

using io::Match;

// Enough to see a usual header whole.
constexpr size_t kHeader = 16 * 1024;
// What is read ahead to know whether a length is true.
constexpr size_t kLookahead = 1024 * 1024;
constexpr size_t kTail = 4;

}  // namespace

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

void BlockSource::begin(const Record& record, size_t header_size, bool skim) {
  format_ = record.format;
  header_size_ = header_size;
  stated_ = left_ = record.content_length;
  missing_ = clear_ = 0;
  skim_ = skim;
  is_message_ = record.format == Format::kArc ||
                record.content_type.starts_with("application/http");
  is_archive_ = false;
  tail_.clear();
  watch_ = skim && members_->alone() && stream_->in_head() &&
                   stated_ != Record::kNoLength
               ? Watch::kHead
               : watch_for_headers();
}

std::string_view BlockSource::peek(size_t at_least) {
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
    if (!members_->at_end(bytes, wanted)) return bytes;
    size_t unread = bytes.size();
    if (members_->join(unread, left_ - unread)) continue;
    if (!members_->next_entered()) return stream_->peek(unread);
    missing_ = left_ - unread;
    left_ = unread;
  }
}

std::string_view BlockSource::peek_head(size_t wanted) {
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

void BlockSource::consume(size_t n) {
  if (watch_ == Watch::kHead && left_ == stated_ &&
      stream_->peek(n).find("application/") != std::string_view::npos) {
    is_archive_ = look_for_archive();
  }
  if (left_ - n < kTail) {
    std::string_view bytes = stream_->peek(n).substr(0, n);
    tail_ += bytes.substr(n - std::min(n, kTail));
    tail_.erase(0, tail_.size() - std::min(tail_.size(), kTail));
  }
  stream_->consume(n);
  left_ -= n;
  clear_ -= std::min<uint64_t>(clear_, n);
}

bool BlockSource::pass_over() {
  if (stream_->compressed()) return pass_over_member();
  // The last bytes are looked at, and show that all of it was there.
  uint64_t most = left_ - std::min<uint64_t>(left_, kTail);
  bool saves = most > (skim_ ? 0 : io::kFileBlock);
  if (saves && stream_->pass_over(most)) left_ -= most;
  return false;
}

bool BlockSource::pass_over_member() {
  if (watch_ != Watch::kHead) return false;
  uint64_t ends = format_ == Format::kWarc ? 4 : 1;
  if (stated_ > UINT64_MAX - header_size_ - ends ||
      !stream_->pass_over(header_size_ + stated_ + ends)) {
    return false;
  }
  left_ = 0;
  return true;
}

BlockSource::Watch BlockSource::watch_for_headers() {
  if (left_ == 0) return Watch::kOff;
  if (left_ == Record::kNoLength) {
    if (record_found(stream_->peek(kUsualLine), format_) != Match::kYes) {
      return Watch::kAny;
    }
    left_ = 0;
    return Watch::kOff;
  }
  if (!stream_->compressed() && stream_->can_seek()) return Watch::kOff;
  std::string_view bytes = stream_->peek();
  bool seen = left_ < bytes.size() ||
              (left_ == bytes.size() &&
               stream_->ending() != io::MemberStream::Ending::kNone);
  if (seen && follows_block(bytes.substr(static_cast<size_t>(left_)))) {
    return Watch::kOff;
  }
  if (left_ == stated_) is_archive_ = look_for_archive();
  return is_archive_ ? Watch::kOff : Watch::kSwallowed;
}

void BlockSource::look_for_header(size_t wanted) {
  for (size_t ask = wanted + kUsualLine; clear_ < wanted;) {
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
    } else if (found.begin + kUsualLine < bytes.size()) {
      clear_ = found.begin;
    } else {
      clear_ = found.line_end;
      ask *= 2;
    }
  }
}

bool BlockSource::swallowed(size_t at) {
  std::string_view bytes = stream_->peek(at + kHeader);
  auto size = stated_size(bytes.substr(at));
  if (!size) return false;
  bool is = false;
  bool known = false;
  if (left_ < kLookahead) {
    auto end = static_cast<size_t>(left_);
    bytes = stream_->peek(end + kUsualLine);
    // Where a member ends, the block may go on in the next.
    known = bytes.size() >= end || !members_->at_end(bytes, end);
    is = known && (bytes.size() < end || !follows_block(bytes.substr(end)));
  }
  // The end of a member of its own will tell.
  bool trusted =
      members_->alone() && stream_->peek(kLookahead).size() >= kLookahead;
  if (!known && *size < kLookahead && !trusted) {
    size_t end = at + static_cast<size_t>(*size);
    bytes = stream_->peek(end + kUsualLine);
    is = bytes.size() >= end && follows_block(bytes.substr(end));
  }
  if (is) {
    problems_->damage_length("the length is " + std::to_string(stated_) +
                             ", but the next record begins " +
                             std::to_string(stated_ - left_ + at) +
                             " bytes into the block");
  }
  return is;
}

bool BlockSource::look_for_archive() {
  return begins_archive(stream_->peek(kUsualLine), format_, is_message_);
}

}  // namespace wax::warc
