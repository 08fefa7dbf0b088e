#include "serve/http/connection.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>

#include "io/error.h"
#include "serve/http/answer.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;
using net::ip::tcp;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr size_t kFirstRead = 4096;
// What a client may still send after an answer that refuses its request, so
// that it reads the answer before it sees that the connection ends.
constexpr milliseconds kLingerTime{2000};
constexpr size_t kMostLingering = 8 * 1024 * 1024;

// `failure`: why the answer breaks off; else empty.
void next_bytes(Answer& answer, std::string& bytes, std::string& failure) {
  try {
    bytes = answer.next();
  } catch (const std::exception& error) {
    failure = *error.what() == '\0' ? "unknown" : error.what();
  }
}

}  // namespace

void Connection::close() {
  error_code none;
  socket_.set_no_limit();
  socket_.socket().close(none);
  server_.remove(shared_from_this());
}

void Connection::wait_for_request() {
  answer_ = nullptr;
  request_line_.clear();
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(server_.options.most_head));
  parser_->body_limit(UINT64_MAX);  // on_head() sets the true one
  socket_.set_limit(server_.options.idle_time);
  wait_for_head();
}

void Connection::wait_for_head() {
  if (skip_empty_lines()) return read_head();
  if (server_.stopping) return close();
  idle_ = true;
  socket_.async_read_some(
      buffer_.prepare(kFirstRead),
      [self = shared_from_this()](error_code error, size_t size) {
        self->idle_ = false;
        if (error) return self->close();
        self->buffer_.commit(size);
        self->wait_for_head();
      });
}

// RFC 9112, 2.2: some clients send them after the body of a request. Whether
// there is more than the beginning of one.
bool Connection::skip_empty_lines() {
  const auto* bytes = static_cast<const char*>(buffer_.cdata().data());
  size_t size = buffer_.size();
  size_t skipped = 0;
  while (skipped + 2 <= size && bytes[skipped] == '\r' &&
         bytes[skipped + 1] == '\n') {
    skipped += 2;
  }
  size_t left = size - skipped;
  bool more = left > 1 || (left == 1 && bytes[skipped] != '\r');
  buffer_.consume(skipped);
  return more;
}

void Connection::read_head() {
  socket_.set_limit(server_.options.head_time);
  beast::http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, size_t) {
        self->on_head(error);
      });
}

// Whether the line of the request ends with a version, whichever it is.
bool Connection::line_has_version() const {
  auto bytes = buffer_.cdata();
  std::string_view line(static_cast<const char*>(bytes.data()), bytes.size());
  line = line.substr(0, line.find("\r\n"));
  line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
  size_t end = std::min(line.find(' '), line.size() - 1);
  std::string_view version = line.substr(end + 1);
  return version.size() == 8 && version.starts_with("HTTP/") &&
         text::is_digit(version[5]) && version[6] == '.' &&
         text::is_digit(version[7]);
}

void Connection::refuse_head(error_code error) {
  namespace http = beast::http;
  if (socket_.timed_out()) {
    refuse(408, "The request did not arrive in time.", "time-out");
  } else if (error == http::error::header_limit ||
             error == http::error::buffer_overflow) {
    if (parser_->get().target().empty()) {  // the first line has no end
      refuse(414, "The URL is too long.", "url-too-long");
    } else {
      refuse(431, "The headers are too long.", "head-too-long");
    }
  } else if (error == http::error::body_limit) {
    refuse(413, "The body of the request is too large.", "body-too-large");
  } else if (error == http::error::bad_version && line_has_version()) {
    refuse(505, "This server speaks HTTP/1.1.", "bad-request");
  } else if (error.category() ==
                 make_error_code(http::error::bad_method).category() &&
             error != http::error::end_of_stream &&
             error != http::error::partial_message) {
    refuse(400, "The request is no valid HTTP: " + error.message() + ".",
           "bad-request");
  } else {
    server_.metrics.count_refusal("gone");
    close();  // the client has gone
  }
}

// RFC 9112, 6.1 and 6.3: else another program may see another end of the body.
template <typename Head>
bool has_certain_end(const Head& head) {
  using beast::http::field;
  if (head.count(field::transfer_encoding) == 0) return true;
  auto coding = head[field::transfer_encoding];
  return head.version() == 11 && head.count(field::transfer_encoding) == 1 &&
         head.count(field::content_length) == 0 &&
         text::equal_ignoring_case({coding.data(), coding.size()}, "chunked");
}

// Whether the head was answered with a refusal.
bool Connection::refuses_head() {
  const auto& head = parser_->get();
  std::string_view target(head.target().data(), head.target().size());
  auto bad = [this](std::string_view text) {
    refuse(400, text, "bad-request");
    return true;
  };
  if (target.size() > server_.options.most_url) {
    refuse(414, "The URL is too long.", "url-too-long");
    return true;
  }
  if (head.version() != 10 && head.version() != 11) {
    refuse(505, "This server speaks HTTP/1.1.", "bad-request");
    return true;
  }
  size_t hosts = head.count(beast::http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() == 11)) {
    return bad("The request needs one header Host.");
  }
  auto host = head[beast::http::field::host];
  if (hosts == 1 && !answers::is_authority({host.data(), host.size()})) {
    return bad("The header Host is no name and port of a host.");
  }
  if (!has_certain_end(head)) {
    return bad(
        "A body is sent with Content-Length, or else with "
        "Transfer-Encoding: chunked and nothing more.");
  }
  return false;
}

void Connection::on_head(error_code error) {
  if (error) return refuse_head(error);
  const auto& head = parser_->get();
  request_line_ = std::string(head.method_string()) + ' ' +
                  std::string(head.target()) +
                  (head.version() == 10 ? " HTTP/1.0" : " HTTP/1.1");
  if (refuses_head()) return;
  answers::Request request;
  if (!make_request(request)) {
    return refuse(400, "The request names no path of this server.",
                  "bad-request");
  }
  if (parser_->is_done()) return begin_answer(std::move(request));
  bool spools = server_.options.spools && server_.options.spools(request);
  uint64_t most =
      spools ? server_.options.most_spooled : server_.options.most_body;
  if (parser_->content_length().value_or(0) > most) {
    return refuse(413, "The body of the request is too large.",
                  "body-too-large");
  }
  parser_->body_limit(most);
  body_.clear();
  spool_ = spools ? std::make_shared<io::Spool>("", server_.options.most_body)
                  : nullptr;
  if (head.version() == 10 ||
      !text::equal_ignoring_case(request.header("Expect"), "100-continue")) {
    return begin_body();
  }
  bytes_ = "HTTP/1.1 100 Continue\r\n\r\n";
  socket_.set_limit(server_.options.write_time);
  net::async_write(socket_, net::buffer(bytes_),
                   [self = shared_from_this()](error_code failed, size_t) {
                     if (failed) return self->close();
                     self->begin_body();
                   });
}

void Connection::begin_body() {
  socket_.set_limit(server_.options.body_time);
  read_body();
}

void Connection::read_body() {
  if (spool_ != nullptr) socket_.set_limit(server_.options.body_time);
  piece_.resize(answers::BodyStream::kPiece);
  auto& body = parser_->get().body();
  body.data = piece_.data();
  body.size = piece_.size();
  body.more = true;
  beast::http::async_read(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, size_t) {
        self->on_piece(error);
      });
}

void Connection::on_piece(error_code error) {
  if (error && error != beast::http::error::need_buffer) {
    return refuse_head(error);
  }
  size_t size = piece_.size() - parser_->get().body().size;
  std::string_view piece(piece_.data(), size);
  if (spool_ == nullptr) {
    body_ += piece;
  } else {
    try {
      spool_->write(piece);
    } catch (const Error& failure) {
      if (server_.options.on_failure)
        server_.options.on_failure(failure.what());
      return refuse(507, "The server has no room for the body of the request.",
                    "no-room");
    }
  }
  if (!parser_->is_done()) return read_body();
  answers::Request request;
  (void)make_request(request);
  request.body = std::move(body_);
  request.spooled_body = std::move(spool_);
  begin_answer(std::move(request));
}

// False when the target is neither a path nor a URL nor, for OPTIONS, "*".
bool Connection::make_request(answers::Request& request) {
  const auto& head = parser_->get();
  request.method = std::string(head.method_string());
  request.is_http_1_0 = head.version() == 10;
  request.client = client_;
  std::string_view target(head.target().data(), head.target().size());
  request.public_url = server_.options.public_url;
  request.most_memory = server_.options.most_memory;
  for (const auto& field : head) {
    request.headers.push_back(
        {std::string(field.name_string()), std::string(field.value())});
  }
  return read_target(target, request);
}

// Answers with a sentence and ends the connection.
void Connection::refuse(int status, std::string_view text,
                        const std::string& reason) {
  server_.metrics.count_refusal(reason);
  refusal_ = [status, line = std::string(text)](const answers::Request&) {
    answers::Response response = answers::sentence(status, line);
    if (status == 503) response.headers.push_back({"Retry-After", "1"});
    return response;
  };
  begun_ = Clock::now();
  answers::Request request;
  request.client = client_;
  AnswerSetting setting;
  setting.keep_alive = false;
  answer_ = std::make_shared<Answer>(refusal_, std::move(request), setting);
  on_bytes(answer_->next(), "");
}

void Connection::begin_answer(answers::Request request) {
  bool head_only = request.method == "HEAD";
  if (head_only) request.method = "GET";
  bool at_once = server_.options.at_once && server_.options.at_once(request);
  if (!at_once && server_.running >= server_.options.most_requests) {
    return refuse(503, "This server is busy; try again later.", "busy");
  }
  AnswerSetting setting;
  setting.keep_alive = parser_->get().keep_alive() && !server_.stopping;
  setting.http_1_0 = parser_->get().version() == 10;
  setting.head_only = head_only;
  setting.accepts_gzip = accepts_gzip(request.header("Accept-Encoding"));
  begun_ = Clock::now();
  request.deadline = begun_ + server_.options.work_time;
  answer_ =
      std::make_shared<Answer>(server_.handler, std::move(request), setting);
  if (at_once) return answer_at_once();
  work();
}

void Connection::answer_at_once() {
  std::string bytes;
  std::string failure;
  next_bytes(*answer_, bytes, failure);
  on_bytes(std::move(bytes), failure);
}

// Has a thread make the next bytes.
void Connection::work() {
  socket_.set_no_limit();
  server_.metrics.set_running(++server_.running);
  bool spooled = answer_->request().spooled_body != nullptr;
  (void)(spooled ? server_.spool_pool : server_.pool)
      .begin([weak = weak_from_this(), answer = answer_,
              server = &server_](size_t) {
        std::string bytes;
        std::string failure;
        next_bytes(*answer, bytes, failure);
        net::post(server->io, [weak, server, bytes = std::move(bytes),
                               failure = std::move(failure)]() mutable {
          server->metrics.set_running(--server->running);
          auto self = weak.lock();
          if (self) self->on_bytes(std::move(bytes), failure);
        });
      });
}

void Connection::on_bytes(std::string bytes, const std::string& failure) {
  if (!socket_.socket().is_open()) return;
  const auto& report = server_.options.on_failure;
  if (!failure.empty()) {
    if (report) report(answer_->request().target + ": " + failure);
    server_.metrics.count_refusal("cut-answer");
    return close();
  }
  if (!answer_->failure().empty() && report && answer_->body_bytes() > 0) {
    report(answer_->request().target + ": " + answer_->failure());
  }
  bytes_ = std::move(bytes);
  socket_.set_limit(server_.options.write_time);
  net::async_write(socket_, net::buffer(bytes_),
                   [self = shared_from_this()](error_code error, size_t) {
                     self->on_submitted(error);
                   });
}

void Connection::on_submitted(error_code error) {
  if (error) {
    server_.metrics.count_refusal(socket_.timed_out() ? "slow-reader" : "gone");
    return close();
  }
  if (answer_->more()) return work();
  end_answer();
}

void Connection::end_answer() {
  double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  server_.metrics.count_request(answer_->route(), answer_->status(), seconds,
                                answer_->body_bytes());
  if (server_.options.on_access) {
    const answers::Request& request = answer_->request();
    Access access;
    access.client = client_;
    access.request_line = request_line_;
    access.status = answer_->status();
    access.bytes = answer_->body_bytes();
    access.referer = std::string(request.header("Referer"));
    access.agent = std::string(request.header("User-Agent"));
    server_.options.on_access(access);
  }
  if (answer_->keep_alive() && !server_.stopping) return wait_for_request();
  linger();
}

// If the connection ended while the client still sends, the client would lose
// the answer.
void Connection::linger() {
  error_code none;
  socket_.socket().shutdown(tcp::socket::shutdown_send, none);
  if (none) return close();
  buffer_.clear();
  discarded_ = 0;
  socket_.set_limit(kLingerTime);
  discard();
}

void Connection::discard() {
  socket_.async_read_some(
      buffer_.prepare(answers::BodyStream::kPiece),
      [self = shared_from_this()](error_code error, size_t size) {
        self->discarded_ += size;
        if (error || self->discarded_ > kMostLingering) return self->close();
        self->discard();
      });
}

}  // namespace wax::serve
