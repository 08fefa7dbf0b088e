// The head of a record's block as indexers take it.
#pragma once

#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "warc/http/headers.h"
#include "warc/http/http.h"

namespace wax::warc {

// The HTTP head of a block. Reads leniently, as warcio does: the first line,
// whatever it is, is the start line, and the lines up to a blank one are
// fields, so that a block with a broken status line still has a Content-Type.
// (read_http_head() does not take such blocks.) But a block without a start
// line that begins with "<", or has no more fields than other lines, has no
// head, and is all body. After interim heads (is_interim()), the last head
// counts. Buffers are reused from record to record.
class BlockHead {
 public:
  // Reads a head off `body`, which then is after the blank line; of a
  // block that begins with a blank line, only that is read, unless "HTTP/"
  // follows. Consumes each head at once, up to kMaxHttpHead bytes; `each` takes
  // a longer one, which is consumed to its end.
  void read(io::ByteSource& body, const HeadPieces& each = {});
  void clear();

  // Whether that limit was met: raw() lacks the rest of the head.
  [[nodiscard]] bool cut() const { return cut_; }

  // What was read, as stored.
  [[nodiscard]] std::string_view raw() const { return text_; }
  // Without white space around it.
  [[nodiscard]] std::string_view start_line() const { return start_line_; }
  // The start line up to its first blank: "HTTP/1.1", or the method of a
  // request.
  [[nodiscard]] std::string_view version_or_method() const;
  // What follows it: "200 OK".
  [[nodiscard]] std::string_view status_and_reason() const;
  // The first word of that, which should be the status: "200".
  [[nodiscard]] std::string_view status() const;
  [[nodiscard]] const Headers& headers() const { return headers_; }
  // True when there is anything in the head but one word.
  [[nodiscard]] bool is_http() const {
    return !status_and_reason().empty() || !headers_.all().empty();
  }

 private:
  // Reads one head. False when the body does not begin with a head.
  bool read_one(io::ByteSource& body, const HeadPieces& each);
  [[nodiscard]] bool is_none() const;

  std::string text_;
  std::string_view start_line_;
  Headers headers_;
  bool cut_ = false;
};

}  // namespace wax::warc
