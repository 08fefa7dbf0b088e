// A server of HTTP/1.1.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "answers/requests/message.h"
#include "serve/http/metrics.h"

namespace wax::serve {

struct ServerOptions {
  std::string address = "127.0.0.1";  // of IPv4 or IPv6
  uint16_t port = 0;                  // 0: any that is free
  std::string option = "--listen";    // that names both, for messages
  uint64_t jobs = 0;                  // threads for handlers; 0: one per core

  // Beyond these, clients get a sentence and 4xx, or 503 (but for at_once).
  size_t most_connections = 10'000;
  size_t most_requests = 1'000;      // that are worked on or wait for a thread
  size_t most_url = 32 * 1024;       // bytes
  size_t most_head = 64 * 1024;      // bytes of the URL and all headers
  uint64_t most_body = 1024 * 1024;  // bytes
  // Whether a request, of which the head is known, may have a body of up to
  // most_spooled bytes. Such a body goes to a temporary file. A thread of its
  // own works on such requests, one after the other, so that others need not
  // wait.
  std::function<bool(const answers::Request&)> spools = nullptr;
  uint64_t most_spooled = uint64_t{1} << 40;

  // Requests that run()'s thread answers itself, however many wait for the
  // others: their handler waits for nothing, not even a file. Null: none.
  std::function<bool(const answers::Request&)> at_once = nullptr;
  // Request::public_url and Request::most_memory of all requests.
  std::string public_url = {};
  uint64_t most_memory = answers::Request().most_memory;

  std::chrono::milliseconds idle_time{60'000};  // between two requests
  std::chrono::milliseconds head_time{10'000};  // from the first byte of a head
  std::chrono::milliseconds body_time{60'000};  // of a spooled one: for a piece
  std::chrono::milliseconds work_time{60'000};  // until Request::deadline
  std::chrono::milliseconds write_time{30'000};  // for a piece of 64 KiB
  std::chrono::milliseconds stop_time{30'000};   // for requests that run then

  // SIGTERM and SIGINT stop the server while run() runs.
  bool stop_on_signals = false;
  // Called when SIGHUP comes, while run() runs.
  std::function<void()> on_hangup = nullptr;
  // Called for every request that was answered or refused, by run()'s thread.
  std::function<void(const Access&)> on_access = nullptr;
  // Called with what a handler or a stream threw that is a fault of this
  // server, by run()'s thread.
  std::function<void(std::string_view)> on_failure = nullptr;
};

struct ServerState;

// run()'s thread alone reads from and writes to the connections; a slow client
// costs a socket and some memory, but no thread. Handlers run in a pool of
// threads, but for at_once. A client gets answers in the order of its requests.
class Server {
 public:
  // Listens. `handler` and `metrics` outlive it. Throws IoError when the
  // address cannot be had, UsageError when it is not an address.
  Server(ServerOptions options, answers::Handler handler, Metrics& metrics);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] uint16_t port() const;
  // "http://127.0.0.1:8080/"
  [[nodiscard]] std::string url() const;

  // Answers until stop() is called or a signal comes; then it takes no more
  // requests, and returns when those that run are answered, or after stop_time.
  void run();
  // Any thread may call it.
  void stop();

 private:
  std::unique_ptr<ServerState> state_;
};

// "https://example.org/archive/" as public_url of the options. Throws
// UsageError.
void set_public_url(std::string_view text, ServerOptions& options);

// "127.0.0.1:8080" or "[::1]:0" as address and port of the options; ":8080" and
// "8080" are of 127.0.0.1: all addresses are told by their name, 0.0.0.0 or ::.
// Throws UsageError.
void set_listen_address(std::string_view text, ServerOptions& options);

}  // namespace wax::serve
