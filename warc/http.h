// HTTP messages as archives hold them: often broken, always worth reading.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "warc/headers.h"
#include "warc/io/byte_source.h"
#include "warc/io/problem.h"

namespace wax::warc {

// The head of a message. Views hold until the next parse.
struct HttpHead {
  // Status line: "HTTP/1.1 200 OK", also "HTTP 200", "ICY 200".
  bool is_response = false;
  int status = -1;  // -1: no number there
  std::string_view reason;
  // Request line.
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

// Heads longer than this are cut: the fields that fit are kept.
inline constexpr size_t kMaxHttpHead = 1024 * 1024;

// Reads the head of a message off `body` into `head`; `buffer` keeps its bytes.
// False when the block starts with neither a status line nor a request line:
// then nothing has been consumed.
[[nodiscard]] bool read_http_head(io::ByteSource& body, std::string& buffer,
                                  HttpHead& head);

// The entity behind a message's framing. Lenient: a body that says chunked but
// is not, or gzip but is not, comes out as stored, with a warning.
struct DecodeOptions {
  bool dechunk = true;          // Transfer-Encoding: chunked
  bool decompress = true;       // Content-Encoding: gzip, deflate, br
  uint64_t limit = UINT64_MAX;  // most bytes that come out (bombs)
};

// `body` must stand right behind the head and outlive the answer. Problems are
// reported with `where` filled in (file, offset).
[[nodiscard]] std::unique_ptr<io::ByteSource> decode_body(
    io::ByteSource& body, const Headers& headers, const DecodeOptions& options,
    ProblemSink& problems, const Problem& where);

}  // namespace wax::warc
