#include "serve/api/read_access.h"

#include <algorithm>

#include "text/ascii.h"

namespace wax::serve {
namespace {

// "example.org" of "Example.org:8080" and "[::1]" of "[::1]:80" without the
// brackets.
std::string host_in(std::string_view authority) {
  if (authority.starts_with('[')) {
    return std::string(authority.substr(1, authority.find(']') - 1));
  }
  std::string name(authority.substr(0, authority.find(':')));
  text::lower_case(name);
  return name;
}

std::string host_in_url(std::string_view url) {
  const size_t at = url.find("://");
  if (at == url.npos) return {};
  url.remove_prefix(at + 3);
  return host_in(url.substr(0, url.find('/')));
}

}  // namespace

bool is_loopback(std::string_view address) {
  return address == "::1" || address.starts_with("127.") ||
         address.starts_with("::ffff:127.");
}

std::string host_of(const answers::Request& request) {
  return host_in(request.header("Host"));
}

bool is_loopback_name(std::string_view host) {
  const bool is_address = host.find_first_not_of("0123456789.:f") == host.npos;
  return host == "localhost" || (is_address && is_loopback(host));
}

std::string_view ReadAccess::refusal(const answers::Request& request) const {
  if (!is_loopback) return {};
  const std::string host = host_of(request);
  if (host.empty() || is_loopback_name(host) ||
      host == host_in_url(public_url)) {
    return {};
  }
  return "This server answers as localhost, 127.0.0.1 or [::1]; wax serve "
         "--public-url URL names another host.";
}

void ReadAccess::restrict(answers::Response& response) const {
  if (allows_other_pages) return;
  std::erase_if(response.headers, [](const answers::Header& header) {
    // Parts of a view are for a page of no origin, which this server has made.
    return header.value != "null" &&
           text::starts_with_ignoring_case(header.name, "Access-Control-");
  });
}

}  // namespace wax::serve
