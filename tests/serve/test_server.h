// A server that runs as long as the test that made it.
#pragma once

#include <string>
#include <thread>
#include <utility>

#include "serve/http/router.h"
#include "serve/http/server.h"
#include "tests/support/http_client.h"

namespace wax::serve {

// A parameter of no table.
[[nodiscard]] inline answers::Parameter named(std::string_view name,
                                              std::string_view synonym = {}) {
  answers::Parameter parameter;
  parameter.name = name;
  parameter.synonym = synonym;
  return parameter;
}

class TestServer {
 public:
  explicit TestServer(answers::Handler handler, ServerOptions options = {})
      : server_(std::move(options), std::move(handler), metrics_),
        thread_([this] { server_.run(); }) {}
  // `router` is copied.
  explicit TestServer(const Router& router, ServerOptions options = {})
      : TestServer(
            [router](const answers::Request& request) {
              return router.answer(request);
            },
            std::move(options)) {}
  ~TestServer() {
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] uint16_t port() const { return server_.port(); }
  [[nodiscard]] tests::HttpAnswer get(std::string_view target,
                                      std::string_view headers = "") const {
    return tests::http_get(port(), target, headers);
  }
  [[nodiscard]] std::string metrics() const { return metrics_.text(); }
  [[nodiscard]] Server& server() { return server_; }

 private:
  Metrics metrics_;
  Server server_;
  std::thread thread_;
};

}  // namespace wax::serve
