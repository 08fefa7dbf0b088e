// A site that is served as long as the test that made it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/requests/escape.h"
#include "answers/shown/holdings.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {

class ServedSite {
 public:
  using Prepare = void (*)(answers::Holdings&, Router&);
  using Named = std::vector<std::pair<std::string, answers::CollectionFiles>>;

  // `prepare` may set more of the site.
  explicit ServedSite(Named collections, Prepare prepare = nullptr,
                      ServerOptions options = {}) {
    start(std::move(collections), prepare, std::move(options));
  }
  // One collection "c" of CDX lines.
  explicit ServedSite(const std::string& cdx_lines) {
    start({{"c", {"", {folder_.write("a.cdx", cdx_lines)}}}}, nullptr, {});
  }

  [[nodiscard]] tests::HttpAnswer get(std::string_view target,
                                      std::string_view headers = "") const {
    return server_->get(target, headers);
  }
  [[nodiscard]] uint16_t port() const { return server_->port(); }

 private:
  void start(Named collections, Prepare prepare, ServerOptions options) {
    for (auto& [name, files] : collections) {
      holdings_.collections.add(std::make_unique<answers::Collection>(
          name, std::move(files), nullptr));
    }
    add_status_routes(holdings_, metrics_, router_);
    add_cdx_routes(holdings_, router_);
    add_memento_routes(holdings_, router_);
    if (prepare != nullptr) prepare(holdings_, router_);
    server_ = std::make_unique<TestServer>(router_, std::move(options));
  }

  tests::TempDir folder_;
  answers::Holdings holdings_;
  Metrics metrics_;
  Router router_;
  std::unique_ptr<TestServer> server_;
};

inline std::vector<std::string> lines_of_body(const std::string& body) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < body.size();) {
    size_t end = std::min(body.find('\n', at), body.size());
    lines.push_back(body.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// "&name=value"
inline std::string parameter(const std::string& name, std::string_view value) {
  return '&' + name + '=' + answers::url_part(value);
}

}  // namespace wax::serve
