// Files on a web server, in an object store or in HDFS.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "io/byte_source.h"
#include "io/remote/remote_file.h"

namespace wax::io {

struct HttpOptions {
  // When a connection drops or a status may pass (may_pass()), the next byte is
  // asked for again, so many times in a row without 64 KiB of progress. The
  // pause before that doubles each time.
  unsigned retries = 5;
  std::chrono::milliseconds pause{250};
  // Bytes that are read ahead.
  size_t ahead = 1 << 20;
  // Bytes that a request asks for, for who reads here and there; 0: all that
  // follow.
  size_t piece = 0;
  // How long is waited for a byte, however often the server is asked for it;
  // half of it for each answer. Zero: no limit.
  std::chrono::milliseconds timeout{60'000};
  // Is called once in each wait that lasts so long, with a sentence.
  std::chrono::milliseconds patience{15'000};
  std::function<void(const std::string& text)> stalled = {};
  // Is called in the thread that waits for a server, about four times a second:
  // what it throws ends the waiting.
  std::function<void()> tick = {};
};

// The longest time between two ticks.
inline constexpr std::chrono::milliseconds kBetweenTicks{250};

// Waits before a request that failed so often in a row is sent again.
void wait_before_retry(const HttpOptions& options, unsigned failures);

// What open_input() opens URLs with, in the whole process: changed before there
// are threads.
[[nodiscard]] HttpOptions& usual_http();

// Opens a URL (is_url() in remote_file.h). The server is asked when bytes are
// first read; until then the size is not known. One streaming request reads the
// file; a seek beyond what is read ahead makes another one, with a Range. If a
// server does not support ranges, a seek forward reads the bytes between, and a
// seek backward fails. Redirects are followed. The bytes are those that the
// server stores: Content-Encoding is neither requested nor decoded. A file has
// changed when its size has, or its ETag; when one ETag is weak and the other
// strong, its Last-Modified. WebHDFS tells the size and the time of a change in
// an answer of their own: once, and again after a connection dropped.
//
// Throws an IoError that names the URL and the status or libcurl's reason, also
// if the file changes while it is read, or the server sends nothing for
// `timeout`. Memory: a little more than `ahead` bytes.
[[nodiscard]] std::unique_ptr<FileSource> open_http(
    const std::string& url, const HttpOptions& options = {});

// The size of a file of a web server (not of an object), and its ETag or else
// Last-Modified, or nothing of both, by a request for its first byte. Nothing:
// the server supports no ranges, or does not tell the size. Throws as reading
// it does.
[[nodiscard]] std::optional<ObjectState> web_file_state(
    const std::string& url, const HttpOptions& options = usual_http());

}  // namespace wax::io
