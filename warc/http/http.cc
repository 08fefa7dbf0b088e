#include "warc/http/http.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"

namespace wax::warc {
namespace {

using text::is_digit;
using text::starts_with_ignoring_case;

constexpr size_t kFirstLook = 4096;
constexpr size_t kMostBlanksBeforeHttp = 256;
constexpr size_t kMostKeptFields = 64 * 1024;
constexpr std::string_view kBodyFields[] = {
    "Content-Type",   "Content-Encoding", "Transfer-Encoding",
    "Content-Length", "Content-Language", "Location",
    "X-Robots-Tag"};

// Where the status number would be: after "HTTP/1.1 ", "HTTP " or "ICY ".
bool take_protocol(std::string_view& line) {
  if (starts_with_ignoring_case(line, "HTTP/")) {
    size_t space = line.find_first_of(text::kBlanks);
    line = space == std::string_view::npos
               ? std::string_view()
               : text::trim_front(line.substr(space), text::kBlanks);
    return true;
  }
  for (std::string_view name : {"HTTP ", "ICY "}) {
    if (!starts_with_ignoring_case(line, name)) continue;
    std::string_view rest =
        text::trim_front(line.substr(name.size()), text::kBlanks);
    // Prose may begin with these words.
    if (rest.empty() || !is_digit(rest.front())) return false;
    line = rest;
    return true;
  }
  return false;
}

bool parse_status_line(std::string_view line, HttpHead& head) {
  if (!take_protocol(line)) return false;
  head.is_response = true;
  size_t digits = 0;
  int status = 0;
  while (digits < line.size() && is_digit(line[digits])) {
    if (digits < 6) status = status * 10 + (line[digits] - '0');
    ++digits;
  }
  if (digits > 0 && digits <= 6) head.status = status;
  head.reason = text::trim_front(line.substr(digits), text::kBlanks);
  return true;
}

bool is_method_letter(char c) {
  return text::is_letter(c) || c == '-' || c == '_';
}

// METHOD SP target SP HTTP/x; the target may hold spaces.
bool parse_request_line(std::string_view line, HttpHead& head) {
  auto method = static_cast<size_t>(
      std::find_if_not(line.begin(), line.end(), is_method_letter) -
      line.begin());
  if (method == 0 || method == line.size() || line[method] != ' ') return false;
  size_t version = line.rfind(' ');
  if (version <= method ||
      !starts_with_ignoring_case(line.substr(version + 1), "HTTP/")) {
    return false;
  }
  head.is_request = true;
  head.method = line.substr(0, method);
  head.target =
      text::trim_front(line.substr(method, version - method), text::kBlanks);
  return true;
}

std::string_view first_line(std::string_view bytes) {
  return text::trim_back(bytes.substr(0, bytes.find('\n')), " \r");
}

bool parse_start_line(std::string_view bytes, HttpHead& head) {
  head.start_line = first_line(bytes);
  return parse_status_line(head.start_line, head) ||
         parse_request_line(head.start_line, head);
}

// Whether bytes without a line end could yet become a start line; what cannot
// is not worth buffering.
bool may_be_start_line(std::string_view bytes) {
  constexpr size_t kLongestMethod = 32;
  HttpHead ignored;
  if (bytes.size() <= kLongestMethod || parse_status_line(bytes, ignored)) {
    return true;
  }
  auto method = static_cast<size_t>(
      std::find_if_not(bytes.begin(), bytes.end(), is_method_letter) -
      bytes.begin());
  return method > 0 && method <= kLongestMethod && bytes[method] == ' ';
}

// What may be a start line, after a few blanks and line ends.
std::string_view start_of(std::string_view bytes) {
  size_t blanks = bytes.find_first_not_of(text::kAllSpace);
  if (blanks == std::string_view::npos) blanks = bytes.size();
  return blanks <= kMostBlanksBeforeHttp ? bytes.substr(blanks) : bytes;
}

// Looks at twice as much, within the limit; false when there is no more.
bool show_more(io::ByteSource& body, std::string_view& bytes) {
  size_t before = bytes.size();
  if (before >= kMaxHttpHead) return false;
  size_t wanted = std::min(std::max(before * 2, kFirstLook), kMaxHttpHead);
  bytes = body.peek(wanted).substr(0, kMaxHttpHead);
  return bytes.size() > before;
}

// The position after the first blank line at or after `from`, which is the
// start of a line; else npos, with `from` moved to the last line's start.
size_t end_of_head(std::string_view bytes, size_t& from) {
  for (;;) {
    size_t newline = bytes.find('\n', from);
    if (newline == std::string_view::npos) return newline;
    bool blank = bytes.find_first_not_of(" \t\r", from) == newline;
    size_t next = newline + 1;
    if (blank) return next;
    from = next;
  }
}

// Appends one head to the buffer.
bool read_one_head(io::ByteSource& body, std::string& buffer, HttpHead& head,
                   const HeadPieces& each) {
  head.headers.clear();
  head.is_response = head.is_request = head.complete = head.cut = false;
  head.status = -1;
  head.reason = head.method = head.target = head.start_line = head.raw = {};

  std::string_view bytes = body.peek().substr(0, kMaxHttpHead);
  while (start_of(bytes).find('\n') == std::string_view::npos &&
         may_be_start_line(start_of(bytes)) && show_more(body, bytes)) {
  }
  const size_t blanks = blanks_before_http(bytes);
  if (!parse_start_line(bytes.substr(blanks), head)) {
    head.start_line = {};
    return false;
  }
  size_t line = blanks;
  size_t size = end_of_head(bytes, line);
  while (size == std::string_view::npos && show_more(body, bytes)) {
    size = end_of_head(bytes, line);
  }
  head.complete = size != std::string_view::npos;
  if (!head.complete) {
    head.cut = bytes.size() == kMaxHttpHead;
    // At the limit the last line may be half a field.
    size = head.cut && line > blanks ? line : bytes.size();
  }
  const size_t begin = buffer.size();
  buffer.append(bytes.substr(0, size));
  body.consume(size);

  head.raw = buffer;
  std::string_view read = head.raw.substr(begin + blanks);
  head.is_response = head.is_request = false;
  (void)parse_start_line(read, head);
  size_t newline = std::min(read.find('\n'), read.size() - 1);
  std::string_view fields = read.substr(newline + 1);
  if (head.cut) {
    head.headers.parse(std::string(fields) +
                       take_rest_of_head(body, buffer, each));
  } else {
    head.headers.parse(fields);
  }
  return true;
}

}  // namespace

bool begins_http(std::string_view block) {
  HttpHead ignored;
  return parse_start_line(block, ignored);
}

size_t blanks_before_http(std::string_view block) {
  if (block.empty() || text::kAllSpace.find(block[0]) == text::kAllSpace.npos) {
    return 0;
  }
  std::string_view start = start_of(block);
  return starts_with_ignoring_case(start, "HTTP/") ? block.size() - start.size()
                                                   : 0;
}

bool HeadEnd::find(std::string_view bytes, size_t& size) {
  for (size_t at = 0; at < bytes.size();) {
    size_t newline = std::min(bytes.find('\n', at), bytes.size());
    const bool ends = newline < bytes.size();
    std::string_view piece = bytes.substr(at, newline - at);
    blank_ = blank_ && text::trim_front(piece, text::kAllSpace).empty();
    if (keeps_fields_ || !ends) {
      line_.append(piece.substr(0, kMostKeptFields - line_.size()));
    }
    if (!ends) break;
    at = newline + 1;
    if (keeps_fields_ && !blank_) keep_line();
    line_.clear();
    if (std::exchange(blank_, true)) {
      size = at;
      return true;
    }
  }
  size = bytes.size();
  return false;
}

void HeadEnd::keep_line() {
  bool continues = line_.starts_with(' ') || line_.starts_with('\t');
  std::string_view name = std::string_view(line_).substr(0, line_.find(':'));
  kept_last_ =
      fields_.size() + line_.size() < kMostKeptFields &&
      (continues ? kept_last_
                 : std::any_of(std::begin(kBodyFields), std::end(kBodyFields),
                               [&](std::string_view field) {
                                 return text::equal_ignoring_case(
                                     text::trim(name), field);
                               }));
  if (kept_last_) fields_.append(line_).append("\n");
}

std::string take_rest_of_head(io::ByteSource& body, std::string_view raw,
                              const HeadPieces& each) {
  if (each) each(raw);
  HeadEnd end;
  size_t size = 0;
  while (end.find(raw, size)) {  // interim heads
    raw.remove_prefix(size);
    end = {};
  }
  end.keep_fields();
  for (bool ended = false; !ended;) {
    std::string_view bytes = body.peek();
    if (bytes.empty()) break;
    ended = end.find(bytes, size);
    if (each) each(bytes.substr(0, size));
    body.consume(size);
  }
  return end.fields();
}

bool read_http_head(io::ByteSource& body, std::string& buffer, HttpHead& head,
                    const HeadPieces& each) {
  buffer.clear();
  if (!read_one_head(body, buffer, head, each)) return false;
  while (head.is_response && head.complete && is_interim(head.status) &&
         buffer.size() < kMaxHttpHead && body.peek(5).starts_with("HTTP/")) {
    static_cast<void>(read_one_head(body, buffer, head, each));
  }
  return true;
}

}  // namespace wax::warc
