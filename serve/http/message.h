// Requests and responses of HTTP as handlers see them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/spool.h"
#include "serve/http/parameter.h"

namespace wax::serve {

struct Header {
  std::string name;
  std::string value;
};

// The value of the first header of that name, whatever its case; empty when
// there is none.
[[nodiscard]] std::string_view header_value(const std::vector<Header>& headers,
                                            std::string_view name);

// The query of a URL, or the body of a form: names and values in order, with
// "+" and percent-escapes decoded. Any number of threads may read one.
class Parameters {
 public:
  Parameters() = default;
  explicit Parameters(std::string_view query);

  // Each reads the parameter by its name and by its synonym.
  [[nodiscard]] bool has(const Parameter& parameter) const;
  // The first value that is not empty; empty when there is none.
  [[nodiscard]] std::string_view get(const Parameter& parameter) const;
  [[nodiscard]] std::vector<std::string> all(const Parameter& parameter) const;
  // A whole number of 0 or more; `initial` without a value. Throws UsageError
  // for another value.
  [[nodiscard]] uint64_t number(const Parameter& parameter,
                                uint64_t initial) const;
  // False for "false", "0", "no" and without a value; the name alone is true.
  [[nodiscard]] bool flag(const Parameter& parameter) const;

  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& pairs()
      const {
    return pairs_;
  }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

struct Request {
  std::string method;     // "GET"; handlers see HEAD as GET
  std::string target;     // as sent: "/cdx?url=http%3A%2F%2Fexample.com%2F"
  std::string path;       // of the target, with percent-escapes decoded: "/cdx"
  Parameters parameters;  // of the target's query
  std::vector<Header> headers;
  std::string body;
  // Instead of `body`, when ServerOptions::spools wants it so.
  std::shared_ptr<io::Spool> spooled_body = nullptr;
  std::string client;  // the address of the other side
  // The work on the request ends then: a handler that may need long compares
  // the time and throws OutOfTime.
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::time_point::max();

  [[nodiscard]] std::string_view header(std::string_view name) const {
    return header_value(headers, name);
  }
};

// A body in pieces, so that a large one needs little memory.
class BodyStream {
 public:
  virtual ~BodyStream() = default;
  // The next piece, of about kPiece bytes, in `piece`, which is empty. False at
  // the end. Any thread may call it, one at a time. What it throws ends the
  // connection, so that the client sees that the body is not whole; the first
  // call may still throw as a handler does.
  static constexpr size_t kPiece = 64 * 1024;
  [[nodiscard]] virtual bool next(std::string& piece) = 0;
};

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";  // empty: no body
  std::vector<Header> headers = {};                // others than the type
  std::string body = {};
  std::unique_ptr<BodyStream> stream = nullptr;  // instead of `body`
  // The number of bytes of `stream`, if it is known: then it is not compressed.
  std::optional<uint64_t> stream_size = {};
  // Whether the client may get it compressed.
  bool compress = true;
  // Named in the metrics; set by the Router.
  std::string route = {};
};

// Sets the target, the path and the parameters of a request. A target that is a
// whole URL is that of a client of proxies: its path and query count. False
// when it is neither a path nor a URL nor "*".
[[nodiscard]] bool read_target(std::string_view target, Request& request);

// "http://HOST" as the client sees this server: by its header Host, of which
// only characters of hosts are taken, and by X-Forwarded-Proto of a proxy.
[[nodiscard]] std::string origin_of(const Request& request);

// Answers a request. Any number of threads may call it at once. What it throws
// becomes an answer: UsageError 400, NotFound 404, BadArchive, OutOfTime and
// other errors 5xx.
using Handler = std::function<Response(const Request&)>;

// A sentence as plain text. `status` is 4xx or 5xx.
[[nodiscard]] Response sentence(int status, std::string_view text);

// Sends the client to another URL: 302, or another status.
[[nodiscard]] Response redirect(std::string location, int status = 302);

// "Not Found"; empty for an unknown status.
[[nodiscard]] std::string_view reason_of(int status);

}  // namespace wax::serve
