// A proxy through which web servers are asked.
#pragma once

#include <string>
#include <string_view>

namespace wax::io {

// It passes bytes on and resolves names: by CONNECT (http, https; RFC 9110,
// 9.3.6) to all ports of servers, also those of http, or by SOCKS 5 (socks5h;
// RFC 1928). So what servers send is told from what the proxy says itself.
struct Proxy {
  // "http://example.org:3128". Empty: servers are asked without a proxy.
  std::string url = {};
  std::string login = {};  // "user:password"; empty: it asks for none

  [[nodiscard]] bool any() const { return !url.empty(); }
  // Whether it is asked by HTTP.
  [[nodiscard]] bool speaks_http() const { return url.starts_with("http"); }
};

// Throws UsageError, which says what is wrong, unless `url` has one of these
// schemes, a host and a port, and no user.
void check_proxy_url(const std::string& url);

// Whether a URL of http or https names an address that is_private_address(), in
// any form that resolvers take, or this machine ("localhost").
[[nodiscard]] bool has_private_host(std::string_view url);

}  // namespace wax::io
