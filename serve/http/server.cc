#include "serve/http/server.h"

#include <algorithm>
#include <csignal>
#include <utility>

// Asio 1.74 needs <utility> before it.
#include <boost/asio/post.hpp>

#include "io/error.h"
#include "serve/http/connection.h"
#include "serve/http/server_state.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::serve {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kAcceptPause{100};
constexpr milliseconds kLeastSweep{10};
constexpr milliseconds kMostSweep{1000};

// An address in the form that a URL has: IPv6 in brackets.
std::string bracketed(const std::string& address) {
  return address.find(':') == address.npos ? address : '[' + address + ']';
}

}  // namespace

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
    // A timer that has ended already cannot be cancelled.
    if (error || (stopping && connections.empty())) return;
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
  pause.cancel();
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

Server::Server(ServerOptions options, answers::Handler handler,
               Metrics& metrics)
    : state_(std::make_unique<ServerState>(std::move(options),
                                           std::move(handler), metrics)) {
  const std::string& address = state_->options.address;
  error_code error;
  auto parsed = net::ip::make_address(address, error);
  if (error) {
    throw UsageError("'" + address + "' is not an IPv4 or IPv6 address");
  }
  tcp::endpoint endpoint(parsed, state_->options.port);
  tcp::acceptor& acceptor = state_->acceptor;
  auto check = [&](const char* operation) {
    if (!error) return;
    const std::string place =
        bracketed(address) + ':' + std::to_string(endpoint.port());
    if (error == net::error::address_in_use) {
      throw IoError(place, "another program listens at this address; give " +
                               state_->options.option + " another port");
    }
    throw IoError(place, operation, error.value());
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
  return "http://" + bracketed(state_->options.address) + ':' +
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

void set_public_url(std::string_view text, ServerOptions& options) {
  std::string_view host = text;
  for (std::string_view scheme : {"http://", "https://"}) {
    if (text.starts_with(scheme)) host.remove_prefix(scheme.size());
  }
  size_t end = std::min(host.find('/'), host.size());
  bool is_plain = std::none_of(host.begin(), host.end(), [](char c) {
    return text::is_control_or_space(c) || text::is_one_of(c, "?#\"<>\\");
  });
  if (host.size() == text.size() ||
      !answers::is_authority(host.substr(0, end)) || !is_plain) {
    throw UsageError("'" + std::string(text) +
                     "' is not the URL of a server, such as "
                     "https://example.org/");
  }
  while (text.ends_with('/')) text.remove_suffix(1);
  options.public_url = text;
}

void set_listen_address(std::string_view text, ServerOptions& options) {
  size_t colon = text.rfind(':');
  std::string_view address =
      colon == text.npos ? std::string_view() : text.substr(0, colon);
  std::string_view port = colon == text.npos ? text : text.substr(colon + 1);
  auto number = text::whole_number<uint16_t>(port);
  if (!number) {
    throw UsageError("'" + std::string(text) +
                     "' is not an address to listen on, such as "
                     "127.0.0.1:8080");
  }
  if (address.empty() || address == "localhost") address = "127.0.0.1";
  if (address.starts_with('[') && address.ends_with(']')) {
    address = address.substr(1, address.size() - 2);
  }
  options.address = address;
  options.port = *number;
}

}  // namespace wax::serve
