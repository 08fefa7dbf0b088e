#include "warc/http/block_head.h"

#include <algorithm>

#include "text/ascii.h"
#include "warc/http/media_type.h"

namespace wax::warc {
namespace {

// Most heads are seen whole in what is there for a first look.
constexpr size_t kFirstPeek = 256;

// The position after the blank line that ends the head, or npos. `line` is
// where to look from and moves on: the start of a line.
size_t end_of_lenient_head(std::string_view bytes, size_t& line) {
  for (;;) {
    size_t newline = bytes.find('\n', line);
    if (newline == std::string_view::npos) return newline;
    bool blank =
        text::trim_front(bytes.substr(line, newline - line), text::kAllSpace)
            .empty();
    line = newline + 1;
    if (blank) return line;
  }
}

}  // namespace

void BlockHead::clear() {
  text_.clear();
  start_line_ = {};
  headers_.clear();
  cut_ = false;
}

void BlockHead::read(io::ByteSource& body, const HeadPieces& each) {
  clear();
  if (!read_one(body, each)) {
    clear();
    return;
  }
  // Three digits that begin with a 1; hardly any response has them.
  while (start_line_.starts_with("HTTP/") && status().starts_with('1') &&
         status() != "101" && status().size() == 3 && !cut_ &&
         text_.size() < kMaxHttpHead && body.peek(5).starts_with("HTTP/")) {
    static_cast<void>(read_one(body, each));
  }
}

bool BlockHead::read_one(io::ByteSource& body, const HeadPieces& each) {
  size_t wanted = kFirstPeek;
  std::string_view bytes = body.peek(wanted);
  const size_t blanks = blanks_before_http(bytes);
  size_t line = blanks;
  size_t size;
  for (;;) {
    bytes = bytes.substr(0, kMaxHttpHead);
    size = end_of_lenient_head(bytes, line);
    if (size != std::string_view::npos) break;
    if (bytes.size() < wanted || wanted == kMaxHttpHead) {
      size = bytes.size();
      cut_ = size == kMaxHttpHead;
      break;
    }
    wanted = std::min(std::max(wanted, bytes.size()) * 2, kMaxHttpHead);
    bytes = body.peek(wanted);
  }
  const size_t begin = text_.size();
  text_.append(bytes.substr(0, size));

  std::string_view text = std::string_view(text_).substr(begin + blanks);
  size_t newline = std::min(text.find('\n'), text.size());
  start_line_ = text::trim_back(text.substr(0, newline), text::kAllSpace);
  std::string_view fields = text.substr(std::min(newline + 1, text.size()));
  headers_.parse(fields);
  if (is_none()) return false;
  body.consume(size);
  if (cut_) {
    // The last line may be half a field.
    fields = fields.substr(0, fields.rfind('\n') + 1);
    headers_.parse(std::string(fields) + take_rest_of_head(body, text_, each));
  }
  return true;
}

bool BlockHead::is_none() const {
  if (start_line_.empty() || start_line_.starts_with("HTTP/")) return false;
  if (begins_http(start_line_)) return false;
  if (start_line_.front() == '<') return true;
  size_t colon = start_line_.find(':');
  bool field_first =
      colon != start_line_.npos && is_token(start_line_.substr(0, colon));
  return !field_first && headers_.odd_lines() >= headers_.all().size();
}

std::string_view BlockHead::version_or_method() const {
  return start_line_.substr(0, start_line_.find_first_of(text::kBlanks));
}

std::string_view BlockHead::status_and_reason() const {
  size_t blank = start_line_.find_first_of(text::kBlanks);
  if (blank == std::string_view::npos) return {};
  return text::trim_front(start_line_.substr(blank), text::kAllSpace);
}

std::string_view BlockHead::status() const {
  std::string_view text = status_and_reason();
  return text.substr(0, text.find_first_of(text::kBlanks));
}

}  // namespace wax::warc
