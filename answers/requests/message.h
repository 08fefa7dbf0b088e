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

#include "io/error.h"
#include "io/spool.h"

namespace wax::answers {

enum class ParameterType {
  kText,
  kNumber,  // whole, 0 or more
  kFlag,    // "name" alone is yes; "false", "0" and "no" are no
  kDate,    // 4 to 14 digits
  kUrl,
};

struct Parameter {
  std::string_view name = {};
  std::string_view meaning = {};  // a phrase, in the words of the documents
  ParameterType type = ParameterType::kText;
  uint32_t paths = 0;  // bits: where it is taken
  std::string_view synonym =
      {};  // of another server; read when `name` is empty
  std::string_view initial = {};  // what holds without it
  std::string_view choices = {};  // all values, with a blank between
  uint64_t most = 0;              // the greatest number; 0: no limit
  bool repeats = false;           // may be given several times
  bool required = false;
  std::string_view field = {};  // documents with this value of it are wanted
  std::string_view label = {};  // of the field, for people
};

struct Header {
  std::string name;
  std::string value;
};

// The value of the first header of that name, whatever its case; empty when no
// header has the name.
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
  // The first value that is not empty; empty when no value is given.
  [[nodiscard]] std::string_view get(const Parameter& parameter) const;
  [[nodiscard]] std::vector<std::string> all(const Parameter& parameter) const;
  // A whole number of 0 or more; `initial` without a value. Throws UsageError
  // for another value.
  [[nodiscard]] uint64_t number(const Parameter& parameter,
                                uint64_t initial) const;
  // True for the name alone and for words such as "yes" and 1. Throws likewise.
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
  bool is_http_1_0 = false;
  // Where the server is, as clients know it: "https://example.org", without a
  // "/" at its end. Empty: as the header Host says.
  std::string public_url = {};
  // The work on the request ends then: a handler that may need long compares
  // the time and throws OutOfTime.
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::time_point::max();

  // Bytes that its answer may need for what grows with the collection.
  uint64_t most_memory = uint64_t{256} << 20;

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
  // After the end: fields after the body (RFC 9110, 6.5), of the names in
  // Response::trailers.
  [[nodiscard]] virtual std::vector<Header> trailers() const { return {}; }
};

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";  // empty: no body
  std::vector<Header> headers = {};                // others than the type
  std::string body = {};
  std::unique_ptr<BodyStream> stream = nullptr;  // instead of `body`
  // The number of bytes of `stream`, if it is known: then it is not compressed.
  std::optional<uint64_t> stream_size = {};
  // The names of fields that may follow `stream`, separated by commas: then it
  // is sent in chunks, however short it is. Clients of HTTP/1.0 do not get
  // them.
  std::string trailers = {};
  // Whether the client may get it compressed.
  bool compress = true;
  // Named in the metrics; set by the Router.
  std::string route = {};
};

// Sets the target, the path and the parameters of a request. A target that is a
// whole URL is that of a client of proxies: its path and query count, and its
// host instead of the header Host. False when it is neither a path nor a URL
// of a host nor, for OPTIONS, "*".
[[nodiscard]] bool read_target(std::string_view target, Request& request);

// "HOST" or "HOST:PORT": letters, digits, "-", "." and "_", or an address of
// IPv6 in brackets.
[[nodiscard]] bool is_authority(std::string_view text);

// What links to this server begin with: Request::public_url, else "http://HOST"
// by the header Host, if it is_authority(), and by X-Forwarded-Proto of a
// proxy.
[[nodiscard]] std::string origin_of(const Request& request);

// Answers a request. Any number of threads may call it at once. What it throws
// becomes an answer: UsageError 400, NotFound 404, BadArchive, Unavailable,
// OutOfTime and other errors 5xx.
using Handler = std::function<Response(const Request&)>;

// A sentence as plain text. `status` is 4xx or 5xx.
[[nodiscard]] Response sentence(int status, std::string_view text);

// Sends the client to another URL: 302, or another status.
[[nodiscard]] Response redirect(std::string location, int status = 302);

// "Not Found"; empty for an unknown status.
[[nodiscard]] std::string_view reason_of(int status);

// 404.
class NotFound : public Error {
 public:
  using Error::Error;
};

// What an archive should have is not there: 502. The message is shown.
class BadArchive : public Error {
 public:
  using Error::Error;
};

// Other servers that have what is asked for do not answer: 502. The message is
// shown.
class NoShards : public Error {
 public:
  using Error::Error;
};

// What is here cannot be read now, and may be later: 503. The message is shown.
class Unavailable : public Error {
 public:
  using Error::Error;
};

// The deadline of a request has passed: 503.
class OutOfTime : public Error {
 public:
  OutOfTime()
      : Error(
            "The answer takes longer than this server allows; ask for less.") {}
};

}  // namespace wax::answers
