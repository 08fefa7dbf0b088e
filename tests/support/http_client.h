// A client of HTTP for tests, which sends whatever bytes a test gives it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace wax::tests {

struct HttpAnswer {
  int status = 0;                               // 0: there was no answer
  std::map<std::string, std::string> headers;   // names in lower case
  std::map<std::string, std::string> trailers;  // after a body in chunks
  std::string body;  // without the framing of chunks; still compressed
  bool whole = false;

  [[nodiscard]] std::string header(const std::string& name) const {
    auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

// A connection to 127.0.0.1. Waits for at most 20 seconds for bytes.
class HttpClient {
 public:
  explicit HttpClient(uint16_t port);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // False when the other side has closed.
  bool send(std::string_view bytes);
  // Sends no more.
  void end();
  // The next answer; `head` says that it has no body.
  [[nodiscard]] HttpAnswer read(bool head = false);
  // All bytes until the other side closes.
  [[nodiscard]] std::string rest();
  // Whether the other side has closed, with nothing before.
  [[nodiscard]] bool closed();

 private:
  [[nodiscard]] bool more();
  // A line without "\r\n"; nothing when the other side has closed.
  [[nodiscard]] std::optional<std::string> line();
  [[nodiscard]] bool read_fields(std::map<std::string, std::string>& fields);
  [[nodiscard]] bool fill(size_t size);

  int socket_;
  std::string buffer_;
};

// One request on a connection of its own. `headers` has whole lines with
// "\r\n".
[[nodiscard]] HttpAnswer http_request(uint16_t port, std::string_view method,
                                      std::string_view target,
                                      std::string_view headers = "",
                                      std::string_view body = "");
[[nodiscard]] HttpAnswer http_get(uint16_t port, std::string_view target,
                                  std::string_view headers = "");

}  // namespace wax::tests
