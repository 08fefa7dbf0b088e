// One connection of a client: requests come in, answers go out.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

// Asio 1.74 needs <utility> before it.
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>

#include "answers/requests/message.h"
#include "io/spool.h"
#include "serve/http/answer.h"
#include "serve/http/server_state.h"
#include "serve/http/timed_socket.h"

namespace wax::serve {

// Reads one request, has it answered, writes the answer, and begins again. Only
// run()'s thread calls it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(ServerState& server, boost::asio::ip::tcp::socket socket)
      : server_(server), socket_(std::move(socket)) {
    boost::system::error_code none;
    auto other = socket_.socket().remote_endpoint(none);
    client_ = none ? "" : other.address().to_string();
    socket_.socket().set_option(boost::asio::ip::tcp::no_delay(true), none);
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
  void end_if_late(std::chrono::steady_clock::time_point now) {
    socket_.end_if_late(now);
  }
  void close();

 private:
  using Parser =
      boost::beast::http::request_parser<boost::beast::http::buffer_body>;

  void wait_for_head();
  void read_head();
  void on_head(boost::system::error_code error);
  void begin_body();
  void read_body();
  void on_piece(boost::system::error_code error);
  [[nodiscard]] bool make_request(answers::Request& request);
  void refuse(int status, std::string_view text, const std::string& reason);
  void refuse_head(boost::system::error_code error);
  [[nodiscard]] bool refuses_head();
  [[nodiscard]] bool line_has_version() const;
  void begin_answer(answers::Request request);
  [[nodiscard]] bool skip_empty_lines();
  void answer_at_once();
  void work();
  void on_bytes(std::string bytes, const std::string& failure);
  void on_submitted(boost::system::error_code error);
  void end_answer();
  void linger();
  void discard();

  ServerState& server_;
  TimedSocket socket_;
  bool idle_ = false;
  std::string client_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::string piece_;  // of a body
  std::string body_;
  std::shared_ptr<io::Spool> spool_;
  std::string request_line_;
  std::shared_ptr<Answer> answer_;
  answers::Handler refusal_;
  std::chrono::steady_clock::time_point begun_;
  std::string bytes_;
  size_t discarded_ = 0;
};

}  // namespace wax::serve
