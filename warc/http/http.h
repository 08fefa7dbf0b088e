// HTTP messages as archives hold them: often broken, always worth reading.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/problem.h"
#include "warc/http/headers.h"

namespace wax::warc {

// The head of a message. Views hold until the next read into the same head or
// buffer.
struct HttpHead {
  // Status line: "HTTP/1.1 200 OK", also without text, in any case of letters,
  // and "HTTP 200", "ICY 200".
  bool is_response = false;
  int status = -1;  // -1: no number there
  std::string_view reason;
  // Request line: "GET /target HTTP/1.1"; the target may hold spaces.
  bool is_request = false;
  std::string_view method;
  std::string_view target;
  std::string_view start_line;
  Headers headers;
  // Start line, fields and blank line, as stored; also those of interim heads
  // before it.
  std::string_view raw;
  // Whether a blank line closed the head (else the block ended or the limit
  // was met).
  bool complete = false;
  // Whether the limit was met: raw lacks the rest of the head.
  bool cut = false;
};

// Longer heads keep the lines that fit and, of the fields after them, those
// that say how the body is read (HeadEnd::fields()).
inline constexpr size_t kMaxHttpHead = 1024 * 1024;

// Takes a head that is longer, in pieces, from its first byte on.
using HeadPieces = std::function<void(std::string_view)>;

// Whether the head of another response follows the one with this status, which
// only says how the server is getting on: "100 Continue", "103 Early Hints".
[[nodiscard]] inline bool is_interim(int status) {
  return status >= 100 && status < 200 && status != 101;
}

// Whether a block that begins so begins with a status line or a request line.
[[nodiscard]] bool begins_http(std::string_view block);

// How many blanks and line ends come before "HTTP/", which begins a status line
// after them, too; 0 when "HTTP/" does not follow in the first few hundred
// bytes.
[[nodiscard]] size_t blanks_before_http(std::string_view block);

// The blank line that ends a head, looked for piece by piece.
class HeadEnd {
 public:
  // Whether the head ends in `bytes`, which follow those of the call before, or
  // begin the head; `size` says how many of them are of the head.
  [[nodiscard]] bool find(std::string_view bytes, size_t& size);
  // From the line that has not ended yet on, fields() are kept.
  void keep_fields() { keeps_fields_ = kept_last_ = true; }
  // The lines, with "\n", of the fields that say how the body is read: its
  // media type, language, length and codings, Location, X-Robots-Tag. Of those
  // up to 64 KiB.
  [[nodiscard]] const std::string& fields() const { return fields_; }

 private:
  void keep_line();

  bool blank_ = false;  // the line so far, which is not the start line
  std::string line_;    // its bytes, up to 64 KiB, if they will be needed
  bool keeps_fields_ = false;
  bool kept_last_ = false;
  std::string fields_;
};

// Consumes what a cut head has left before the body, `raw` being what was read
// of it; `each` is called with both, if it is there. Gives HeadEnd::fields() of
// it. Linear in the size, in little memory.
std::string take_rest_of_head(io::ByteSource& body, std::string_view raw,
                              const HeadPieces& each);

// Reads the head of a message off `body` into `head`; `buffer` keeps its bytes.
// Lines end in CRLF or a bare LF, the last one also where the block ends. A
// line of spaces and tabs is blank. Interim heads are passed over, if another
// head follows them, and so are blanks before a status line. A head that is cut
// is consumed to its end; `each` takes it. False when the block starts with
// neither a status line nor a request line: then nothing has been consumed.
[[nodiscard]] bool read_http_head(io::ByteSource& body, std::string& buffer,
                                  HttpHead& head, const HeadPieces& each = {});

// How far to take a body apart.
struct DecodeOptions {
  bool dechunk = true;          // Transfer-Encoding
  bool decompress = true;       // Content-Encoding: gzip, deflate, br, zstd
  uint64_t limit = UINT64_MAX;  // most bytes that come out (bombs)
};

// The entity that a message carries, decoded while it is read, in memory of
// some hundred KiB whatever its size. Transfer codings are undone first,
// then content codings, the last one named first. Without `dechunk` a body
// that says chunked comes out as stored.
//
// Archives keep what servers sent, so nothing here is fatal:
// - a body that says chunked but is not comes out as stored (http-bad-chunk, a
//   note: crawlers store bodies de-chunked under the server's head), and after
//   a broken chunk the rest does (http-bad-chunk, a warning);
// - a body that says gzip, deflate, br or zstd but is not comes out as stored;
// one
//   damaged further on gives what could be decoded before
//   (http-bad-content-encoding); a coding unknown here is left in place
//   (http-unknown-content-encoding);
// - a body that ends early gives what is there (http-truncated-body);
// - bytes after the end of the coded body are dropped (http-trailing-bytes, a
//   note), and so are those after the limit (http-body-limit).
// "deflate" is taken with and without its zlib wrapper; gzip may have several
// members, zstd several frames; an empty body is empty in every coding. A zstd
// frame takes the memory of its window: 8 MiB by the standard (RFC 9659), and
// no more than 128 MiB.
//
// The next byte of `body` must be the first one after the head; `body` and
// `problems` must outlive the answer. Problems carry the file and offset of
// `where`.
[[nodiscard]] std::unique_ptr<io::ByteSource> decode_body(
    io::ByteSource& body, const Headers& headers, const DecodeOptions& options,
    ProblemSink& problems, const Problem& where);

}  // namespace wax::warc
