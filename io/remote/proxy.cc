#include "io/remote/proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <initializer_list>

#include "io/error.h"
#include "io/remote/private_address.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::io {
namespace {

constexpr std::string_view kAfterScheme = "://";

// "user@host:port" of "http://user@host:port/path".
std::string_view authority_of(std::string_view url) {
  const size_t scheme = url.find(kAfterScheme);
  if (scheme == url.npos) return {};
  url.remove_prefix(scheme + kAfterScheme.size());
  return url.substr(0, url.find_first_of("/?#\\"));
}

// Without its port. An address of IPv6 keeps its brackets.
std::string_view host_of(std::string_view authority) {
  authority.remove_prefix(authority.rfind('@') + 1);
  if (authority.starts_with('[')) {
    return authority.substr(0, authority.find(']') + 1);
  }
  return authority.substr(0, authority.find(':'));
}

bool is_private(const sockaddr* address) {
  return is_private_address(*address);
}

}  // namespace

void check_proxy_url(const std::string& url) {
  const auto schemes = {"http://", "https://", "socks5h://"};
  if (std::none_of(schemes.begin(), schemes.end(), [&](const char* scheme) {
        return url.starts_with(scheme);
      })) {
    throw UsageError("the URL of a proxy begins with http://, https:// or " +
                     std::string("socks5h://: ") + url);
  }
  const std::string_view authority = authority_of(url);
  if (authority.find('@') != authority.npos) {
    throw UsageError(
        "the URL of a proxy has no user: others on this machine see the "
        "command; give a file with USER:PASSWORD");
  }
  const std::string_view host = host_of(authority);
  const std::string_view rest =
      authority.substr(std::min(host.size(), authority.size()));
  const auto port = rest.starts_with(':') ? text::whole_number(rest.substr(1))
                                          : std::nullopt;
  if (host.empty() || !port || *port == 0 || *port > 65535) {
    throw UsageError("the URL of a proxy has a host and a port, as in " +
                     std::string("http://proxy.example.org:3128: ") + url);
  }
}

bool has_private_host(std::string_view url) {
  std::string host(host_of(authority_of(url)));
  text::lower_case(host);
  while (host.ends_with('.')) host.pop_back();
  if (host == "localhost" || host.ends_with(".localhost")) return true;
  sockaddr_in old_address{};
  old_address.sin_family = AF_INET;
  // Also "127.1", "0x7f000001" and "2130706433".
  if (::inet_aton(host.c_str(), &old_address.sin_addr) != 0) {
    return is_private(reinterpret_cast<const sockaddr*>(&old_address));
  }
  if (!host.starts_with('[') || !host.ends_with(']')) return false;
  host = host.substr(1, host.size() - 2);
  host = host.substr(0, host.find('%'));
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  return ::inet_pton(AF_INET6, host.c_str(), &address.sin6_addr) != 1 ||
         is_private(reinterpret_cast<const sockaddr*>(&address));
}

}  // namespace wax::io
