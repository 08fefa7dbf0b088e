#include "serve/replay/replay_server.h"

#include <utility>

#include "io/error.h"

namespace wax::serve {

ReplayServer::ReplayServer(const ReplayOptions& options,
                           const ServerOptions& main_options,
                           const Server& main, answers::Holdings& holdings) {
  ServerOptions own;
  own.address = main_options.address;
  if (main_options.port != 0) {
    own.port = static_cast<uint16_t>(main.port() + 1);
  }
  own.option = "--replay-web-page-listen";
  own.jobs = main_options.jobs;
  own.work_time = main_options.work_time;
  own.most_memory = main_options.most_memory;
  own.most_connections = main_options.most_connections;
  own.on_failure = main_options.on_failure;
  own.on_access = main_options.on_access;
  if (!options.listen.empty()) set_listen_address(options.listen, own);
  if (!options.url.empty()) set_public_url(options.url, own);
  if (own.public_url.empty() && !main_options.public_url.empty()) {
    throw UsageError(
        "--public-url and --replay-web-page need --replay-web-page-url, where "
        "readers find the second port");
  }
  add_replay_routes(holdings, read_replay_scripts(options.folder), router_);
  reads_ = {is_loopback(own.address), false, own.public_url};
  const std::string url = own.public_url;
  server_ = std::make_unique<Server>(
      std::move(own),
      [this](const answers::Request& request) {
        const std::string_view why = reads_.refusal(request);
        return why.empty() ? router_.answer(request)
                           : answers::sentence(403, why);
      },
      metrics_);
  holdings.scripted = {server_->port(), url, main.port(),
                       main_options.public_url};
}

ReplayServer::~ReplayServer() {
  if (!thread_.joinable()) return;
  server_->stop();
  thread_.join();
}

void ReplayServer::start() {
  thread_ = std::thread([this] { server_->run(); });
}

std::unique_ptr<ReplayServer> start_replay_server(
    const ReplayOptions& options, const ServerOptions& main_options,
    const Server& main, answers::Holdings& holdings) {
  if (options.folder.empty()) {
    if (options.listen.empty() && options.url.empty()) return nullptr;
    throw UsageError(
        "--replay-web-page-listen and --replay-web-page-url go with "
        "--replay-web-page");
  }
  if (!holdings.has_archives()) {
    throw UsageError(
        "--replay-web-page needs archives here: it goes without --shards and "
        "with a DIR or --archives");
  }
  auto server =
      std::make_unique<ReplayServer>(options, main_options, main, holdings);
  server->start();
  return server;
}

}  // namespace wax::serve
