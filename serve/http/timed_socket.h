// A socket of which reads and writes may take until a limit of time.
#pragma once

#include <chrono>
#include <cstddef>
#include <utility>

// Asio 1.74 needs <utility> before it.
#include <boost/asio/async_result.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>

namespace wax::serve {

// For one thread. What reads or writes in several steps ends after the limit
// even if there is always something to read or to write at once: cancelling
// alone misses a step that has ended and of which nobody has heard yet.
class TimedSocket {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using executor_type = Socket::executor_type;
  using Clock = std::chrono::steady_clock;

  explicit TimedSocket(Socket socket) : socket_(std::move(socket)) {}

  [[nodiscard]] Socket& socket() { return socket_; }
  [[nodiscard]] executor_type get_executor() { return socket_.get_executor(); }

  // Limits the time of the steps from now on; end_if_late() ends them.
  void set_limit(std::chrono::milliseconds time) {
    timed_out_ = false;
    limit_ = Clock::now() + time;
  }
  void set_no_limit() {
    timed_out_ = false;
    limit_ = Clock::time_point::max();
  }
  void end_if_late(Clock::time_point now) {
    if (now < limit_) return;
    limit_ = Clock::time_point::max();
    timed_out_ = true;
    boost::system::error_code none;
    socket_.cancel(none);
  }
  // Whether the limit has passed since it was set.
  [[nodiscard]] bool timed_out() const { return timed_out_; }

  // The same as the socket's functions, with the limit.
  template <typename Buffers, typename Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    return begin(buffers, std::forward<Handler>(handler),
                 [this](const Buffers& room, auto&& then) {
                   socket_.async_read_some(room,
                                           std::forward<decltype(then)>(then));
                 });
  }
  template <typename Buffers, typename Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    return begin(buffers, std::forward<Handler>(handler),
                 [this](const Buffers& bytes, auto&& then) {
                   socket_.async_write_some(bytes,
                                            std::forward<decltype(then)>(then));
                 });
  }

 private:
  template <typename Buffers, typename Handler, typename Step>
  auto begin(const Buffers& buffers, Handler&& handler, Step step) {
    using boost::system::error_code;
    auto initiate = [this, step](auto&& then, const Buffers& bytes) {
      if (!timed_out_) return step(bytes, std::forward<decltype(then)>(then));
      error_code late = boost::asio::error::operation_aborted;
      boost::asio::post(get_executor(), boost::beast::bind_front_handler(
                                            std::forward<decltype(then)>(then),
                                            late, size_t{0}));
    };
    return boost::asio::async_initiate<Handler, void(error_code, size_t)>(
        initiate, handler, buffers);
  }

  Socket socket_;
  Clock::time_point limit_ = Clock::time_point::max();
  bool timed_out_ = false;
};

}  // namespace wax::serve
