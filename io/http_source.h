// Files on a web server.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "io/byte_source.h"

namespace wax::io {

struct HttpOptions {
  // A dropped connection or a server that is busy (429, 5xx) is asked again,
  // from the next byte on, so many times in a row without 64 KiB of progress,
  // after a pause that doubles each time.
  unsigned retries = 5;
  std::chrono::milliseconds pause{250};
  // Bytes that are read ahead.
  size_t ahead = 1 << 20;
};

// Opens an http or https URL, and asks the server when bytes are first read;
// until then the size is not known. The file is read by one streaming request;
// a seek farther than what is read ahead makes another, with a Range. Without ranges,
// a server's file can be read from front to back: a seek forward then passes
// over the bytes between, and one backward fails. Redirects are followed. Bytes
// come as stored: no Content-Encoding is asked for or undone.
//
// Throws IoError that names the URL and the status or libcurl's reason, also
// when the file changes while it is read. Memory: `ahead` bytes and a little.
[[nodiscard]] std::unique_ptr<FileSource> open_http(const std::string& url,
                                                    HttpOptions options = {});

}  // namespace wax::io
