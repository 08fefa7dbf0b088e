#include "serve/http/server.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <unordered_set>
#include <utility>

// Asio 1.74 needs <utility> before it.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>

#include "io/error.h"
#include "io/ordered_pool.h"
#include "io/spool.h"
#include "serve/http/answer.h"
#include "text/ascii.h"
#include "text/number.h"

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
constexpr milliseconds kAcceptPause{100};
constexpr milliseconds kLeastSweep{10};
constexpr milliseconds kMostSweep{1000};

}  // namespace

class Connection;

struct ServerState {
  ServerState(ServerOptions given, Handler answers, Metrics& counts)
      : options(std::move(given)),
        handler(std::move(answers)),
        metrics(counts),
        pool(io::thread_count(options.jobs)) {}

  void accept();
  void sweep();
  void begin_stop();
  void remove(const std::shared_ptr<Connection>& connection);
  void wait_for_signal();

  ServerOptions options;
  Handler handler;
  Metrics& metrics;
  net::io_context io{1};
  tcp::acceptor acceptor{io};
  net::signal_set signals{io};
  net::steady_timer pause{io};
  net::steady_timer stop_timer{io};
  // One timer for all connections: each request sets several limits of time,
  // and a timer of its own would cost system calls for each.
  net::steady_timer sweep_timer{io};
  milliseconds sweep_time{0};
  std::unordered_set<std::shared_ptr<Connection>> connections;
  bool stopping = false;
  size_t running = 0;  // requests in the pool
  // Last: their threads post to `io`. Only run()'s thread begins work.
  io::WorkPool spool_pool{1};  // for requests with spooled bodies
  io::WorkPool pool;
};

// Reads one request, has it answered, writes the answer, and begins again. Only
// run()'s thread calls it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(ServerState& server, tcp::socket socket)
      : server_(server), socket_(std::move(socket)) {
    error_code none;
    tcp::endpoint other = socket_.remote_endpoint(none);
    client_ = none ? "" : other.address().to_string();
    socket_.set_option(tcp::no_delay(true), none);
  }

  void wait_for_request();
  // For a connection beyond the number that is allowed.
  void refuse_connection() {
    refuse(503, "This server has too many connections; try again later.",
           "connections");
  }
  void close_if_idle() {
    if (idle_) close();
  }
  void end_if_late(Clock::time_point now);
  void close();

 private:
  using Parser = beast::http::request_parser<beast::http::buffer_body>;

  void set_limit(milliseconds time);
  void read_head();
  void on_head(error_code error);
  void begin_body();
  void read_body();
  void on_piece(error_code error);
  [[nodiscard]] bool make_request(Request& request);
  void refuse(int status, std::string_view text, const std::string& reason);
  void refuse_head(error_code error);
  void begin_answer(Request request);
  void work();
  void on_bytes(std::string bytes, const std::string& failure);
  void on_submitted(error_code error);
  void end_answer();
  void linger();
  void discard();

  ServerState& server_;
  tcp::socket socket_;
  Clock::time_point limit_ = Clock::time_point::max();
  bool timed_out_ = false;
  bool idle_ = false;
  std::string client_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::string piece_;  // of a body
  std::string body_;
  std::shared_ptr<io::Spool> spool_;
  std::string request_line_;
  std::shared_ptr<Answer> answer_;
  Handler refusal_;
  Clock::time_point begun_;
  std::string bytes_;
  size_t discarded_ = 0;
};

// After so long, or a little later, what the socket does ends with an error.
void Connection::set_limit(milliseconds time) {
  timed_out_ = false;
  limit_ = Clock::now() + time;
}

void Connection::end_if_late(Clock::time_point now) {
  if (now < limit_) return;
  // What has ended already is not cancelled: what follows it is, then.
  limit_ = now + std::chrono::seconds(1);
  timed_out_ = true;
  error_code none;
  socket_.cancel(none);
}

void Connection::close() {
  error_code none;
  limit_ = Clock::time_point::max();
  socket_.close(none);
  server_.remove(shared_from_this());
}

void Connection::wait_for_request() {
  answer_ = nullptr;
  request_line_.clear();
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(server_.options.most_head));
  parser_->body_limit(UINT64_MAX);  // on_head() sets the true one
  if (buffer_.size() > 0) return read_head();
  if (server_.stopping) return close();
  idle_ = true;
  set_limit(server_.options.idle_time);
  socket_.async_read_some(
      buffer_.prepare(kFirstRead),
      [self = shared_from_this()](error_code error, size_t size) {
        self->idle_ = false;
        if (error) return self->close();
        self->buffer_.commit(size);
        self->read_head();
      });
}

void Connection::read_head() {
  set_limit(server_.options.head_time);
  beast::http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, size_t) {
        self->on_head(error);
      });
}

void Connection::refuse_head(error_code error) {
  namespace http = beast::http;
  if (timed_out_) {
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
  } else if (error == http::error::bad_version) {
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

// RFC 9112, 6.3: else another program may see another end of the body.
template <typename Head>
bool has_certain_end(const Head& head) {
  using beast::http::field;
  if (head.count(field::transfer_encoding) == 0) return true;
  auto coding = head[field::transfer_encoding];
  return head.count(field::transfer_encoding) == 1 &&
         head.count(field::content_length) == 0 &&
         text::equal_ignoring_case({coding.data(), coding.size()}, "chunked");
}

void Connection::on_head(error_code error) {
  if (error) return refuse_head(error);
  const auto& head = parser_->get();
  std::string_view target(head.target().data(), head.target().size());
  request_line_ = std::string(head.method_string()) + ' ' +
                  std::string(target) +
                  (head.version() == 10 ? " HTTP/1.0" : " HTTP/1.1");
  if (target.size() > server_.options.most_url) {
    return refuse(414, "The URL is too long.", "url-too-long");
  }
  if (head.version() >= 11 && head.count(beast::http::field::host) != 1) {
    return refuse(400, "The request needs one header Host.", "bad-request");
  }
  if (head.version() != 10 && head.version() != 11) {
    return refuse(505, "This server speaks HTTP/1.1.", "bad-request");
  }
  if (!has_certain_end(head)) {
    return refuse(400,
                  "A body is sent with Content-Length, or else with "
                  "Transfer-Encoding: chunked and nothing more.",
                  "bad-request");
  }
  Request request;
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
  if (!text::equal_ignoring_case(request.header("Expect"), "100-continue")) {
    return begin_body();
  }
  bytes_ = "HTTP/1.1 100 Continue\r\n\r\n";
  set_limit(server_.options.write_time);
  net::async_write(socket_, net::buffer(bytes_),
                   [self = shared_from_this()](error_code failed, size_t) {
                     if (failed) return self->close();
                     self->begin_body();
                   });
}

void Connection::begin_body() {
  set_limit(server_.options.body_time);
  read_body();
}

void Connection::read_body() {
  if (spool_ != nullptr) set_limit(server_.options.body_time);
  piece_.resize(BodyStream::kPiece);
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
  Request request;
  (void)make_request(request);
  request.body = std::move(body_);
  request.spooled_body = std::move(spool_);
  begin_answer(std::move(request));
}

// False when the target is neither a path nor a URL nor "*".
bool Connection::make_request(Request& request) {
  const auto& head = parser_->get();
  request.method = std::string(head.method_string());
  request.client = client_;
  std::string_view target(head.target().data(), head.target().size());
  if (!read_target(target, request)) return false;
  for (const auto& field : head) {
    request.headers.push_back(
        {std::string(field.name_string()), std::string(field.value())});
  }
  return true;
}

// Answers with a sentence and ends the connection.
void Connection::refuse(int status, std::string_view text,
                        const std::string& reason) {
  server_.metrics.count_refusal(reason);
  refusal_ = [status, line = std::string(text)](const Request&) {
    Response response = sentence(status, line);
    if (status == 503) response.headers.push_back({"Retry-After", "1"});
    return response;
  };
  begun_ = Clock::now();
  Request request;
  request.client = client_;
  AnswerSetting setting;
  setting.keep_alive = false;
  answer_ = std::make_shared<Answer>(refusal_, std::move(request), setting);
  on_bytes(answer_->next(), "");
}

void Connection::begin_answer(Request request) {
  if (server_.running >= server_.options.most_requests) {
    return refuse(503, "This server is busy; try again later.", "busy");
  }
  AnswerSetting setting;
  setting.keep_alive = parser_->get().keep_alive() && !server_.stopping;
  setting.http_1_0 = parser_->get().version() == 10;
  setting.head_only = request.method == "HEAD";
  setting.accepts_gzip = accepts_gzip(request.header("Accept-Encoding"));
  if (setting.head_only) request.method = "GET";
  begun_ = Clock::now();
  request.deadline = begun_ + server_.options.work_time;
  answer_ =
      std::make_shared<Answer>(server_.handler, std::move(request), setting);
  work();
}

// Has a thread make the next bytes.
void Connection::work() {
  limit_ = Clock::time_point::max();
  server_.metrics.set_running(++server_.running);
  bool spooled = answer_->request().spooled_body != nullptr;
  (void)(spooled ? server_.spool_pool : server_.pool)
      .begin([weak = weak_from_this(), answer = answer_,
              server = &server_](size_t) {
        std::string bytes;
        std::string failure;
        try {
          bytes = answer->next();
        } catch (const std::exception& error) {
          failure = *error.what() == '\0' ? "unknown" : error.what();
        }
        net::post(server->io, [weak, server, bytes = std::move(bytes),
                               failure = std::move(failure)]() mutable {
          server->metrics.set_running(--server->running);
          auto self = weak.lock();
          if (self) self->on_bytes(std::move(bytes), failure);
        });
      });
}

void Connection::on_bytes(std::string bytes, const std::string& failure) {
  if (!socket_.is_open()) return;
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
  set_limit(server_.options.write_time);
  net::async_write(socket_, net::buffer(bytes_),
                   [self = shared_from_this()](error_code error, size_t) {
                     self->on_submitted(error);
                   });
}

void Connection::on_submitted(error_code error) {
  if (error) {
    server_.metrics.count_refusal(timed_out_ ? "slow-reader" : "gone");
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
    const Request& request = answer_->request();
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
  socket_.shutdown(tcp::socket::shutdown_send, none);
  if (none) return close();
  buffer_.clear();
  discarded_ = 0;
  set_limit(kLingerTime);
  discard();
}

void Connection::discard() {
  socket_.async_read_some(
      buffer_.prepare(BodyStream::kPiece),
      [self = shared_from_this()](error_code error, size_t size) {
        self->discarded_ += size;
        if (error || self->discarded_ > kMostLingering) return self->close();
        self->discard();
      });
}

void ServerState::accept() {
  acceptor.async_accept([this](error_code error, tcp::socket socket) {
    if (stopping) return;
    if (error) {  // no more descriptors
      pause.expires_after(kAcceptPause);
      pause.async_wait([this](error_code stopped) {
        if (!stopped && !stopping) accept();
      });
      return;
    }
    auto connection = std::make_shared<Connection>(*this, std::move(socket));
    connections.insert(connection);
    metrics.set_connections(connections.size());
    if (connections.size() > options.most_connections) {
      connection->refuse_connection();
    } else {
      connection->wait_for_request();
    }
    accept();
  });
}

void ServerState::sweep() {
  sweep_timer.expires_after(sweep_time);
  sweep_timer.async_wait([this](error_code error) {
    if (error) return;
    auto now = Clock::now();
    for (const auto& connection : connections) connection->end_if_late(now);
    sweep();
  });
}

void ServerState::remove(const std::shared_ptr<Connection>& connection) {
  connections.erase(connection);
  metrics.set_connections(connections.size());
  if (!stopping || !connections.empty()) return;
  stop_timer.cancel();
  sweep_timer.cancel();
}

void ServerState::begin_stop() {
  if (stopping) return;
  stopping = true;
  error_code none;
  acceptor.close(none);
  pause.cancel(none);
  signals.cancel(none);
  signals.clear(none);  // the next signal ends the process
  auto open = connections;
  for (const auto& connection : open) connection->close_if_idle();
  if (connections.empty()) {
    sweep_timer.cancel();
    return;
  }
  stop_timer.expires_after(options.stop_time);
  stop_timer.async_wait([this](error_code error) {
    if (error) return;
    auto left = connections;
    for (const auto& connection : left) connection->close();
  });
}

void ServerState::wait_for_signal() {
  signals.async_wait([this](error_code error, int number) {
    if (error) return;
    if (number == SIGHUP) {
      options.on_hangup();
      return wait_for_signal();
    }
    begin_stop();
  });
}

Server::Server(ServerOptions options, Handler handler, Metrics& metrics)
    : state_(std::make_unique<ServerState>(std::move(options),
                                           std::move(handler), metrics)) {
  const std::string& address = state_->options.address;
  error_code error;
  auto parsed = net::ip::make_address(address, error);
  if (error) {
    throw UsageError("'" + address + "' is no address of IPv4 or IPv6");
  }
  tcp::endpoint endpoint(parsed, state_->options.port);
  tcp::acceptor& acceptor = state_->acceptor;
  auto check = [&](const char* operation) {
    if (!error) return;
    throw IoError(address + ':' + std::to_string(endpoint.port()), operation,
                  error.value());
  };
  acceptor.open(endpoint.protocol(), error);
  check("socket");
  acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  acceptor.bind(endpoint, error);
  check("bind");
  acceptor.listen(net::socket_base::max_listen_connections, error);
  check("listen");
  if (!state_->pool.has_threads() ||
      (state_->options.spools && !state_->spool_pool.has_threads())) {
    throw IoError("threads", "start", EAGAIN);
  }
}

Server::~Server() {
  // Handlers that have not run hold connections, which hold handlers.
  state_->connections.clear();
}

uint16_t Server::port() const {
  return state_->acceptor.local_endpoint().port();
}

std::string Server::url() const {
  const std::string& address = state_->options.address;
  bool v6 = address.find(':') != std::string::npos;
  return "http://" + (v6 ? "[" + address + "]" : address) + ':' +
         std::to_string(port()) + '/';
}

void Server::run() {
  ServerState& state = *state_;
  error_code none;
  if (state.options.stop_on_signals) {
    state.signals.add(SIGTERM, none);
    state.signals.add(SIGINT, none);
  }
  if (state.options.on_hangup) state.signals.add(SIGHUP, none);
  if (state.options.stop_on_signals || state.options.on_hangup) {
    state.wait_for_signal();
  }
  const ServerOptions& options = state.options;
  state.sweep_time =
      std::clamp(std::min({options.idle_time, options.head_time,
                           options.body_time, options.write_time}) /
                     4,
                 kLeastSweep, kMostSweep);
  state.sweep();
  state.accept();
  state.io.run();
}

void Server::stop() {
  net::post(state_->io, [this] { state_->begin_stop(); });
}

void set_listen_address(std::string_view text, ServerOptions& options) {
  size_t colon = text.rfind(':');
  std::string_view address =
      colon == text.npos ? "127.0.0.1" : text.substr(0, colon);
  std::string_view port = colon == text.npos ? text : text.substr(colon + 1);
  auto number = text::whole_number<uint16_t>(port);
  if (!number) {
    throw UsageError("'" + std::string(text) +
                     "' is no address to listen to, such as 127.0.0.1:8080");
  }
  if (address.empty()) address = "0.0.0.0";
  if (address == "localhost") address = "127.0.0.1";
  if (address.starts_with('[') && address.ends_with(']')) {
    address = address.substr(1, address.size() - 2);
  }
  options.address = address;
  options.port = *number;
}

}  // namespace wax::serve
