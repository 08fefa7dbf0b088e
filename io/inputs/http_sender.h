// Sends bodies to a web server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/inputs/http_source.h"

namespace wax::io {

struct HttpAnswer {
  long status = 0;   // 0: the server ended the connection without an answer
  std::string body;  // the first `most` bytes
};

// Sends bodies to a server, over one connection as long as the server keeps it.
// For one thread.
class HttpSender {
 public:
  HttpSender();
  ~HttpSender();
  HttpSender(const HttpSender&) = delete;
  HttpSender& operator=(const HttpSender&) = delete;

  // `method`: "PUT", "POST". `head` has whole header lines, such as "Accept:
  // text/plain". Redirects are not followed. While there is no connection, or
  // the server is busy (429, 503), the body is sent again as options.retries
  // and options.pause say. Throws IoError when that does not help; status 0
  // when an answer does not come within options.timeout, or is none.
  [[nodiscard]] HttpAnswer send(const char* method, const std::string& url,
                                const std::vector<std::string>& head,
                                std::string_view body, size_t most,
                                const HttpOptions& options);

 private:
  void* easy_;  // of libcurl
};

}  // namespace wax::io
