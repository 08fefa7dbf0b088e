// The bytes of the answer to one request.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "answers/requests/message.h"

namespace wax::serve {

// What the first line and the headers of a request say about the answer.
struct AnswerSetting {
  bool head_only = false;  // HEAD
  bool keep_alive = true;  // the client keeps the connection open
  bool http_1_0 = false;   // no chunks
  bool accepts_gzip = false;
};

// Calls the handler, and makes the head and the body of its response. Adds to
// each response, unless it has them: Content-Security-Policy (nothing but this
// server's own files; no frames), X-Content-Type-Options, Referrer-Policy,
// X-Frame-Options. Memory: the response, and some pieces of a stream. One
// thread at a time may call its functions.
class Answer {
 public:
  // `handler` outlives this.
  Answer(const answers::Handler& handler, answers::Request request,
         AnswerSetting setting);
  ~Answer();
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;

  // The next bytes to send, at first the head. Throws what the stream throws;
  // then the connection must be closed.
  [[nodiscard]] std::string next();
  // Whether there are more bytes. True before the first next().
  [[nodiscard]] bool more() const { return more_; }

  // After the first next().
  [[nodiscard]] bool keep_alive() const { return setting_.keep_alive; }
  [[nodiscard]] int status() const { return response_.status; }
  [[nodiscard]] const std::string& route() const { return response_.route; }
  // Why the handler failed; empty unless the status is 500.
  [[nodiscard]] const std::string& failure() const { return failure_; }

  // Bytes of the body so far, as sent, without the sizes of chunks.
  [[nodiscard]] uint64_t body_bytes() const { return body_bytes_; }
  [[nodiscard]] const answers::Request& request() const { return request_; }

 private:
  class Gzip;

  [[nodiscard]] std::string begin();
  void run_handler(std::string& piece, bool& ended);
  [[nodiscard]] std::string head(bool has_body, bool gzip, bool chunked,
                                 uint64_t size) const;
  void append_piece(std::string_view piece, bool last, std::string& out);

  const answers::Handler* handler_;
  answers::Request request_;
  AnswerSetting setting_;
  answers::Response response_;
  bool begun_ = false;
  bool more_ = true;
  bool chunked_ = false;
  std::unique_ptr<Gzip> gzip_;
  uint64_t body_bytes_ = 0;
  std::string failure_;
};

// What a handler has thrown about its request (Handler), as a sentence; nothing
// for a fault of the server, which the client is not told.
[[nodiscard]] std::optional<answers::Response> sentence_of(
    const std::exception& error);

// Whether the value of Accept-Encoding allows gzip (RFC 9110, 12.5.3).
[[nodiscard]] bool accepts_gzip(std::string_view accept_encoding);

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
[[nodiscard]] std::string http_date(int64_t unix_seconds);

}  // namespace wax::serve
