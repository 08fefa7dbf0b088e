#include "warc/http/dechunker.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/number.h"

namespace wax::warc {
namespace {

constexpr size_t kMaxLine = 16 * 1024;

}  // namespace

std::string_view Dechunker::peek(size_t at_least) {
  direct_ = false;
  if (buffer_.view().empty()) {
    std::string_view bytes = next(at_least);
    if (bytes.size() >= at_least || bytes.empty()) {
      direct_ = true;
      return bytes;
    }
  }
  while (buffer_.view().size() < at_least) {
    std::string_view bytes = next(1);
    if (bytes.empty()) break;
    bytes = bytes.substr(0, kBodyBlock);
    buffer_.append(bytes);
    take(bytes.size());
  }
  return buffer_.view();
}

void Dechunker::consume(size_t n) {
  if (direct_) {
    take(n);
  } else {
    buffer_.consume(n);
  }
}

std::string_view Dechunker::next(size_t at_least) {
  if (state_ != State::kStored && left_ == 0) advance();
  if (state_ == State::kEnd) return {};
  if (state_ == State::kStored) return inner_->peek(at_least);
  auto wanted = static_cast<size_t>(std::min<uint64_t>(at_least, left_));
  std::string_view bytes = inner_->peek(wanted);
  if (bytes.empty()) end_early();
  return bytes.substr(
      0, static_cast<size_t>(std::min<uint64_t>(bytes.size(), left_)));
}

void Dechunker::take(size_t n) {
  inner_->consume(n);
  if (state_ == State::kData) left_ -= n;
}

void Dechunker::advance() {
  if (state_ == State::kEnd) return;
  bool first = state_ == State::kFirstSize;
  if (first && inner_->peek().empty()) {
    state_ = State::kEnd;
    return;
  }
  if (!first && !pass_chunk_end()) return;
  size_t line = 0;
  if (!read_size(line)) {
    if (!first && inner_->peek().empty()) {
      end_early();
    } else {
      keep_as_stored(first);
    }
    return;
  }
  if (first && !chunk_closes(line)) {
    keep_as_stored(true);
    return;
  }
  inner_->consume(line);
  state_ = State::kData;
  if (left_ == 0) pass_trailers();
}

bool Dechunker::pass_chunk_end() {
  std::string_view bytes = inner_->peek(2);
  if (bytes.starts_with("\r\n")) {
    inner_->consume(2);
  } else if (bytes.starts_with("\n")) {
    inner_->consume(1);
  } else if (bytes.empty() || bytes == "\r") {
    end_early();
    return false;
  } else {
    keep_as_stored(false);
    return false;
  }
  return true;
}

bool Dechunker::read_size(size_t& line) {
  std::string_view bytes = inner_->peek();
  if (bytes.find('\n') == std::string_view::npos) {
    bytes = inner_->peek(kMaxLine);
  }
  bytes = bytes.substr(0, kMaxLine);
  size_t newline = bytes.find('\n');
  line = newline == std::string_view::npos ? bytes.size() : newline + 1;
  std::string_view text = bytes.substr(0, newline);
  text = text::trim_front(text.substr(0, text.find(';')), text::kBlanks);
  if (text.empty()) return false;
  text = text::trim_back(text);
  auto size = text::whole_number(text, 16);
  bool good = size && (newline != std::string_view::npos || *size == 0);
  left_ = good ? *size : 0;
  return good;
}

bool Dechunker::chunk_closes(size_t line) {
  if (left_ == 0 || left_ > kBodyBlock) return true;
  size_t size = line + static_cast<size_t>(left_);
  std::string_view bytes = inner_->peek(size + 1);
  return bytes.size() <= size || bytes[size] == '\r' || bytes[size] == '\n';
}

void Dechunker::pass_trailers() {
  state_ = State::kEnd;
  for (size_t lines = 0; lines < 1000; ++lines) {
    std::string_view bytes = inner_->peek();
    if (bytes.find('\n') == std::string_view::npos) {
      bytes = inner_->peek(kMaxLine);
    }
    if (bytes.empty()) return;
    size_t newline = bytes.find('\n');
    if (newline == std::string_view::npos) break;
    std::string_view line = bytes.substr(0, newline + 1);
    bool blank = line == "\n" || line == "\r\n";
    inner_->consume(line.size());
    if (blank) break;
  }
  if (!inner_->peek().empty()) reporter_->trailing_bytes();
}

void Dechunker::keep_as_stored(bool whole) {
  state_ = State::kStored;
  left_ = 0;
  reporter_->report(whole ? Severity::kNote : Severity::kWarning,
                    "http-bad-chunk",
                    whole ? "the body says chunked but is not; kept as stored"
                          : "a broken chunk; the rest is kept as stored");
}

void Dechunker::end_early() {
  state_ = State::kEnd;
  left_ = 0;
  reporter_->report(Severity::kWarning, "http-truncated-body",
                    "the body ends before its last chunk");
}

}  // namespace wax::warc
