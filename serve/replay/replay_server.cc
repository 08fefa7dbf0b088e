#include "serve/replay/replay_server.h"

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "io/error.h"
#include "serve/http/answer.h"
#include "serve/pages/replay_place.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

// An origin as browsers compare it.
std::string compared_origin(std::string_view url) {
  std::string origin(origin_in(url));
  text::lower_case(origin);
  for (const auto& [scheme, port] :
       {std::pair<std::string_view, std::string_view>{"http:", ":80"},
        {"https:", ":443"}}) {
    if (origin.starts_with(scheme) && origin.ends_with(port)) {
      origin.resize(origin.size() - port.size());
    }
  }
  return origin;
}

// With a policy by which the frame of the main server shows sentences, too.
answers::Response answer_in_frame(const Router& router,
                                  const answers::Holdings& holdings,
                                  const answers::Request& request) {
  answers::Response response;
  try {
    response = router.answer(request);
  } catch (const std::exception& error) {
    auto sentence = sentence_of(error);
    if (!sentence) throw;
    response = *std::move(sentence);
  }
  if (response.status < 400) return response;
  response.headers.push_back(
      {"Content-Security-Policy",
       "default-src 'none'; sandbox; frame-ancestors " +
           main_origin(holdings, request)});
  response.headers.push_back({"X-Frame-Options", "SAMEORIGIN"});
  return response;
}

void check_places(const ServerOptions& own, const ServerOptions& main,
                  uint16_t main_port) {
  if (own.public_url.empty() != main.public_url.empty()) {
    throw UsageError(
        "--public-url and --replay-web-page-url go together: where readers "
        "find the first and the second port");
  }
  if (own.public_url.empty() && own.port == main_port) {
    throw UsageError(
        "--replay-web-page needs a port of its own: browsers find it at the "
        "same host");
  }
  if (!own.public_url.empty() &&
      compared_origin(own.public_url) == compared_origin(main.public_url)) {
    throw UsageError(
        "--replay-web-page-url needs another host or port than --public-url: "
        "scripts of archived pages would run as those of the server");
  }
}

}  // namespace

ReplayServer::ReplayServer(const ReplayOptions& options,
                           const ServerOptions& main_options,
                           const Server& main, answers::Holdings& holdings) {
  ServerOptions own;
  own.address = main_options.address;
  if (main_options.port != 0) {
    if (options.listen.empty() && main.port() == UINT16_MAX) {
      throw UsageError(
          "there is no port after 65535: give --replay-web-page-listen");
    }
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
  check_places(own, main_options, main.port());
  add_replay_routes(holdings, read_replay_scripts(options.folder), router_);
  reads_ = {is_loopback(own.address), false, own.public_url};
  const std::string url = own.public_url;
  server_ = std::make_unique<Server>(
      std::move(own),
      [this, &holdings](const answers::Request& request) {
        const std::string_view why = reads_.refusal(request);
        return why.empty() ? answer_in_frame(router_, holdings, request)
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
