// The server of ReplayWeb.page, which runs beside the main server.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "answers/shown/holdings.h"
#include "serve/api/read_access.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"
#include "serve/http/server.h"
#include "serve/replay/replay_routes.h"

namespace wax::serve {

struct ReplayOptions {
  std::string folder;  // of the package replaywebpage
  std::string listen;  // as set_listen_address(); empty: the port after the
                       // main one, at its address
  std::string url;     // as set_public_url(); empty: none
};

// One thread makes it, starts it and ends it.
class ReplayServer {
 public:
  // Listens, and says so in Holdings::scripted. `main` is the main server, of
  // which the options hold here, too. Throws as Server; IoError when the
  // scripts cannot be read; UsageError where the main server has a public URL
  // and this one has none.
  ReplayServer(const ReplayOptions& options, const ServerOptions& main_options,
               const Server& main, answers::Holdings& holdings);
  ~ReplayServer();
  ReplayServer(const ReplayServer&) = delete;
  ReplayServer& operator=(const ReplayServer&) = delete;

  // Answers in a thread of its own until the end of the object.
  void start();
  [[nodiscard]] uint16_t port() const { return server_->port(); }

 private:
  Metrics metrics_;
  Router router_;
  ReadAccess reads_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

// Started; null without a folder. Throws as ReplayServer; UsageError for other
// options without a folder, and where other servers have the archives.
[[nodiscard]] std::unique_ptr<ReplayServer> start_replay_server(
    const ReplayOptions& options, const ServerOptions& main_options,
    const Server& main, answers::Holdings& holdings);

}  // namespace wax::serve
