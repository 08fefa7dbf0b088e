#include "posts/stream/json_messages.h"

#include <algorithm>
#include <cstring>

#include "posts/stream/object_scan.h"
#include "text/ascii.h"

namespace wax::posts {
namespace {

constexpr size_t kFirstBuffer = size_t{1} << 18;

// What may stand between objects: white space, record separators of RFC 7464,
// and the brackets, commas and ends of arrays and calls.
bool is_between(char c) {
  return text::is_space(c) || c == ',' || c == '[' || c == ']' || c == ')' ||
         c == ';' || c == '\x1E';
}

}  // namespace

JsonMessages::JsonMessages(io::ByteSource& source)
    : source_(source), buffer_(kFirstBuffer) {}

bool JsonMessages::next(Message& message) {
  for (;;) {
    if (skips_line_ && !skip_line()) return false;
    message = {};
    if (!skip_marks()) {
      message.offset = offset_ + begin_;
      (void)refuse("has more than 1024 levels", message);
      return true;
    }
    if (begin_ == end_) {
      if (fill()) continue;
      if (arrays_ == 0) return false;
      arrays_ = 0;
      message.offset = offset_ + end_;
      message.error = "is cut";
      return true;
    }
    message.offset = offset_ + begin_;
    const Step step =
        buffer_[begin_] == '{' ? take_object(message) : take_junk(message);
    if (step == Step::kTaken) return true;
  }
}

// Makes room, and reads until there is none. False at the end.
bool JsonMessages::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  }
  offset_ += begin_;
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() - simdjson::SIMDJSON_PADDING < 2 * end_) {
    buffer_.resize(2 * buffer_.size());
  }
  const size_t room = buffer_.size() - simdjson::SIMDJSON_PADDING - end_;
  const size_t got = io::read(source_, buffer_.data() + end_, room);
  at_end_ = got < room;
  end_ += got;
  return got > 0;
}

bool JsonMessages::skip_marks() {
  while (begin_ < end_ && is_between(buffer_[begin_])) {
    const char mark = buffer_[begin_];
    if (mark == '[') {
      by_line_ = false;
      if (++arrays_ > kMostDepth) return false;
    } else if (mark == ']' && arrays_ > 0) {
      --arrays_;
    }
    ++begin_;
  }
  return true;
}

size_t JsonMessages::line_size() {
  size_t size = end_ - begin_;
  for (Mark& mark : line_ends_) {
    const uint64_t begin = offset_ + begin_;
    if (mark.at < begin || !mark.found) {
      const size_t from = std::max(mark.at, begin) - offset_;
      const void* at = std::memchr(buffer_.data() + from, mark.c, end_ - from);
      mark.found = at != nullptr;
      mark.at = offset_ +
                (mark.found ? static_cast<size_t>(static_cast<const char*>(at) -
                                                  buffer_.data())
                            : end_);
    }
    if (mark.found) size = std::min<size_t>(size, mark.at - begin);
  }
  return size;
}

bool JsonMessages::skip_line() {
  for (;;) {
    const size_t size = line_size();
    const size_t next_object = rest().substr(0, size).find("}{");
    if (next_object != std::string_view::npos || size < end_ - begin_) {
      begin_ += std::min(next_object, size - 1) + 1;
      skips_line_ = false;
      return true;
    }
    begin_ = end_ - (end_ > begin_ && buffer_[end_ - 1] == '}' ? 1 : 0);
    if (!fill()) return false;
  }
}

// simdjson has an error of its own for them from 3.7 on.
template <typename Error>
bool is_large_number(Error error) {
  if constexpr (requires { Error::BIGINT_ERROR; }) {
    if (error == Error::BIGINT_ERROR) return true;
  }
  return error == Error::NUMBER_ERROR;
}

std::string_view JsonMessages::parse(std::string_view text,
                                     simdjson::dom::element& object) {
  // The buffer has what the parser reads after the text.
  const auto error = parser_.parse(text.data(), text.size(), false).get(object);
  if (is_large_number(error)) return "has a number that is too large";
  switch (error) {
    case simdjson::SUCCESS:
      if (object.is_object()) return {};
      return "is no JSON object";
    case simdjson::UTF8_ERROR:
      return "is not UTF-8";
    case simdjson::DEPTH_ERROR:
      return "has more than 1024 levels";
    default:
      return "is no JSON object";
  }
}

JsonMessages::Step JsonMessages::take(size_t size, Message& message) {
  message.bytes = rest().substr(0, size);
  begin_ += size;
  return Step::kTaken;
}

JsonMessages::Step JsonMessages::refuse(std::string_view error,
                                        Message& message) {
  message.error = error;
  skips_line_ = true;
  arrays_ = 0;  // what is passed over may have their ends
  return Step::kTaken;
}

JsonMessages::Step JsonMessages::take_junk(Message& message) {
  const bool begins_stream = offset_ + begin_ == 0;
  bool is_script = false;
  arrays_ = 0;
  for (;;) {
    const std::string_view text = rest();
    const size_t size = std::min(text.find_first_of("{[\n\r"), text.size());
    is_script =
        is_script ||
        text.substr(0, size).find_first_of("=(") != std::string_view::npos ||
        text.substr(0, size) == "\xEF\xBB\xBF";
    begin_ += size;
    if (begin_ < end_ || !fill()) break;
  }
  if (begins_stream && is_script) return Step::kAgain;
  message.error = "is no JSON object";
  return Step::kTaken;
}

JsonMessages::Step JsonMessages::take_object(Message& message) {
  const size_t line = line_size();
  const bool goes_on = !at_end_ && end_ - begin_ < kLongestMessage;
  if (by_line_) {
    if (line == end_ - begin_ && goes_on) {
      fill();
      return Step::kAgain;
    }
    const std::string_view text =
        text::trim(rest().substr(0, line), text::kAllSpace);
    if (line <= kLongestMessage && parse(text, message.json).empty()) {
      return take(line, message);
    }
  }
  const ObjectScan scan = scan_object(rest());
  switch (scan.end) {
    case ObjectScan::End::kWhole:
      if (scan.size > kLongestMessage) break;
      by_line_ = false;
      message.error = parse(rest().substr(0, scan.size), message.json);
      return take(scan.size, message);
    case ObjectScan::End::kBroken:
      return refuse("is no JSON object", message);
    case ObjectScan::End::kDeep:
      return refuse("has more than 1024 levels", message);
    case ObjectScan::End::kMore:
      if (goes_on) {
        fill();
        return Step::kAgain;
      }
      if (at_end_ && end_ - begin_ <= kLongestMessage) {
        return refuse("is cut", message);
      }
  }
  return refuse("is longer than 8 MiB", message);
}

}  // namespace wax::posts
