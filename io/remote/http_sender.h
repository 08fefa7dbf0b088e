// Asks a web server for small answers, and sends bodies to it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/output.h"
#include "io/remote/http_request.h"
#include "io/remote/http_source.h"

namespace wax::io {

struct HttpAnswer {
  long status = 0;   // 0: the server ended the connection without an answer
  std::string body;  // the first `most` bytes
};

// A request with a body, or a method other than GET.
struct HttpSending {
  HttpRequest request;
  const char* method = "GET";  // "PUT", "POST", "DELETE"
  std::string_view body = {};
  // The request may be carried out twice: it is sent again, too, when it is not
  // known what became of it, and after any status that may pass.
  bool is_repeatable = false;
  // Takes the body of an answer with status 200, of any length, instead of
  // HttpAnswer::body; options.timeout is then how long is waited for some of
  // it. Goes without retries. Null: nobody.
  Output* to = nullptr;
};

// Sends requests to a server, over one connection as long as the server keeps
// it. For one thread.
class HttpSender {
 public:
  HttpSender();
  ~HttpSender();
  HttpSender(const HttpSender&) = delete;
  HttpSender& operator=(const HttpSender&) = delete;

  // Sends a request and gives the answer. Redirects are not followed. While
  // there is no connection, or the server is busy (429, 503), the request is
  // sent again as options.retries and options.pause say. Throws IoError when
  // that does not help. The status is 0 when no valid answer comes within
  // options.timeout (and a second more for each 64 KiB of the body); a
  // repeatable request then ends in an IoError, too. Throws what writing to
  // `sending.to` throws.
  [[nodiscard]] HttpAnswer send(const HttpSending& sending, size_t most,
                                const HttpOptions& options);
  // The same for a plain URL.
  [[nodiscard]] HttpAnswer send(const char* method, const std::string& url,
                                const std::vector<std::string>& head,
                                std::string_view body, size_t most,
                                const HttpOptions& options);

  // A header of the last answer; empty: it has none.
  [[nodiscard]] std::string header(const char* name) const;
  // All of them, names and values, in order.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> headers()
      const;
  // How often the last request was sent.
  [[nodiscard]] unsigned times_sent() const { return times_sent_; }

 private:
  void* easy_;  // of libcurl
  unsigned times_sent_ = 0;
};

}  // namespace wax::io
