// What the connections of a server share, and its listener.
#pragma once

#include <chrono>
#include <memory>
#include <unordered_set>
#include <utility>

// Asio 1.74 needs <utility> before it.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "io/ordered_pool.h"
#include "serve/http/server.h"

namespace wax::serve {

class Connection;

// Only run()'s thread uses it.
struct ServerState {
  ServerState(ServerOptions given, answers::Handler answers, Metrics& counts)
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
  answers::Handler handler;
  Metrics& metrics;
  boost::asio::io_context io{1};
  boost::asio::ip::tcp::acceptor acceptor{io};
  boost::asio::signal_set signals{io};
  boost::asio::steady_timer pause{io};
  boost::asio::steady_timer stop_timer{io};
  // One timer for all connections: each request sets several limits of time,
  // and a timer of its own would cost system calls for each.
  boost::asio::steady_timer sweep_timer{io};
  std::chrono::milliseconds sweep_time{0};
  std::unordered_set<std::shared_ptr<Connection>> connections;
  bool stopping = false;
  size_t running = 0;  // requests in the pool
  // Last: their threads post to `io`. Only run()'s thread begins work.
  io::WorkPool spool_pool{1};  // for requests with spooled bodies
  io::WorkPool pool;
};

}  // namespace wax::serve
