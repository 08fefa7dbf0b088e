// HTTP messages as archives hold them: often broken, always worth reading.
#pragma once

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
  // Start line, fields and blank line, as stored.
  std::string_view raw;
  // Whether a blank line closed the head (else the block ended or the limit
  // was met).
  bool complete = false;
};

// Heads longer than this are cut: the lines that fit are kept, and the rest is
// taken for the body.
inline constexpr size_t kMaxHttpHead = 1024 * 1024;

// Reads the head of a message off `body` into `head`; `buffer` keeps its bytes.
// Lines end in CRLF or a bare LF, the last one also where the block ends. A
// line of spaces and tabs is blank. False when the block starts with neither a
// status line nor a request line: then nothing has been consumed.
[[nodiscard]] bool read_http_head(io::ByteSource& body, std::string& buffer,
                                  HttpHead& head);

// How far to take a body apart.
struct DecodeOptions {
  bool dechunk = true;          // Transfer-Encoding
  bool decompress = true;       // Content-Encoding: gzip, deflate, br
  uint64_t limit = UINT64_MAX;  // most bytes that come out (bombs)
};

// The entity that a message carries, decoded while it is read, in memory of
// some hundred KiB whatever its size. Transfer codings are undone first,
// then content codings, the last one named first. Without `dechunk` a body
// that says chunked comes out as stored.
//
// Archives keep what servers sent, so nothing here is fatal:
// - a body that says chunked but is not comes out as stored (http-bad-chunk, a
//   note: crawlers store bodies de-chunked under the server's head), and behind
//   a broken chunk the rest does (http-bad-chunk, a warning);
// - a body that says gzip, deflate or br but is not comes out as stored; one
//   damaged further on gives what could be decoded before
//   (http-bad-content-encoding); a coding unknown here is left in place
//   (http-unknown-content-encoding);
// - a body that ends early gives what is there (http-truncated-body);
// - bytes behind the end of the coded body are dropped (http-trailing-bytes, a
//   note), and so are those behind the limit (http-body-limit).
// "deflate" is taken with and without its zlib wrapper; gzip may have several
// members; an empty body is empty in every coding.
//
// `body` must stand right behind the head; it and `problems` must outlive the
// answer. Problems carry the file and offset of `where`.
[[nodiscard]] std::unique_ptr<io::ByteSource> decode_body(
    io::ByteSource& body, const Headers& headers, const DecodeOptions& options,
    ProblemSink& problems, const Problem& where);

}  // namespace wax::warc
