#include "warc/http/block_head.h"

#include <algorithm>

#include "text/ascii.h"
#include "warc/http/http.h"

namespace wax::warc {
namespace {

// Most heads are seen whole in what is there for a first look.
constexpr size_t kFirstPeek = 256;

// The position behind the blank line that ends the head, or npos. `line` is
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
}

void BlockHead::read(io::ByteSource& body) {
  clear();
  size_t wanted = kFirstPeek;
  size_t line = 0;
  std::string_view bytes;
  size_t size;
  for (;;) {
    bytes = body.peek(wanted);
    bytes = bytes.substr(0, kMaxHttpHead);
    size = end_of_lenient_head(bytes, line);
    if (size != std::string_view::npos) break;
    if (bytes.size() < wanted || wanted == kMaxHttpHead) {
      size = bytes.size();
      break;
    }
    wanted = std::min(std::max(wanted, bytes.size()) * 2, kMaxHttpHead);
  }
  text_.assign(bytes.substr(0, size));
  body.consume(size);

  std::string_view text = text_;
  size_t newline = std::min(text.find('\n'), text.size());
  start_line_ = text::trim_back(text.substr(0, newline), text::kAllSpace);
  if (newline < text.size()) headers_.parse(text.substr(newline + 1));
}

std::string_view BlockHead::version_or_method() const {
  return start_line_.substr(0, start_line_.find(' '));
}

std::string_view BlockHead::status_and_reason() const {
  size_t space = start_line_.find(' ');
  if (space == std::string_view::npos) return {};
  return text::trim_front(start_line_.substr(space), text::kAllSpace);
}

std::string_view BlockHead::status() const {
  std::string_view text = status_and_reason();
  return text.substr(0, text.find(' '));
}

}  // namespace wax::warc
