#include "cdx/url/spelling.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kSlashes = "/\\";

std::optional<std::string> usual_ipv6(std::string_view host) {
  if (std::count(host.begin(), host.end(), ':') < 2) return std::nullopt;
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  in6_addr address = {};
  if (::inet_pton(AF_INET6, std::string(host).c_str(), &address) != 1) {
    return std::nullopt;
  }
  if (IN6_IS_ADDR_V4MAPPED(&address)) {  // its last four bytes
    uint32_t mapped = 0;
    for (size_t i = 12; i < 16; ++i) mapped = mapped << 8 | address.s6_addr[i];
    return print_ipv4(mapped);
  }
  std::array<char, INET6_ADDRSTRLEN> text = {};
  if (::inet_ntop(AF_INET6, &address, text.data(), text.size()) == nullptr) {
    return std::nullopt;
  }
  return std::string(text.data());
}

std::optional<uint64_t> number_of_part(std::string_view part) {
  int base = 10;
  if (part.starts_with("0x")) {
    base = 16;
    part.remove_prefix(2);
    if (part.empty()) return 0;
  } else if (part.size() > 1 && part[0] == '0') {
    base = 8;
  }
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(part.data(), part.data() + part.size(), number, base);
  if (error != std::errc() || end != part.data() + part.size()) {
    return std::nullopt;
  }
  return number;
}

// Hexadecimal parts are what parse_ipv4() leaves out.
std::optional<std::string> usual_ipv4(std::string_view host) {
  constexpr int kParts = 4;
  if (host.find("0x") == host.npos || !text::is_digit(host[0])) {
    return std::nullopt;
  }
  uint64_t address = 0;
  for (int left = kParts; left > 0; --left) {
    const size_t dot = host.find('.');
    const auto part = number_of_part(host.substr(0, dot));
    if (!part) return std::nullopt;
    if (dot == host.npos) {
      if (*part >> (8 * left) != 0) return std::nullopt;
      return print_ipv4(static_cast<uint32_t>(address | *part));
    }
    if (*part > 255) return std::nullopt;
    address |= *part << (8 * (left - 1));
    host.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

// Whether the host of a key, or a URL that stands for itself, may be spelled in
// another way.
bool may_be_odd(std::string_view key, size_t end) {
  const std::string_view host = key.substr(0, end);
  if (end == key.npos || host.find("://") != host.npos) {
    return host.find(':') != host.npos;
  }
  return host.find('\\') != host.npos || host.starts_with("0x") ||
         host.find(",0x") != host.npos ||
         std::count(host.begin(), host.end(), ':') > 1;
}

// Where the text's port begins, if it has one.
size_t port_of(std::string_view authority) {
  const size_t colon = authority.rfind(':');
  if (colon == authority.npos || authority.ends_with(']') ||
      !text::all_digits(authority.substr(colon + 1))) {
    return authority.npos;
  }
  return colon;
}

// "::ffff:10.0.0.1" of "::ffff:10:8080.0.0.1", which is how the key of an
// address with dots and a port is read.
std::string without_inner_port(std::string_view authority) {
  const size_t dot = std::min(authority.find('.'), authority.size());
  const size_t colon = port_of(authority.substr(0, dot));
  if (dot == authority.size() || colon == authority.npos) return {};
  return std::string(authority.substr(0, colon)) +
         std::string(authority.substr(dot));
}

std::string url_of(std::string_view host, std::string_view tail) {
  std::string url = "http://";
  const std::string usual = usual_host(host);
  if (usual.find(':') == usual.npos) {
    url += usual;
  } else {
    url.append("[").append(usual).append("]");
  }
  std::string path(tail);
  const size_t query = std::min(path.find_first_of("?#"), path.size());
  std::replace(path.begin(), path.begin() + static_cast<ptrdiff_t>(query), '\\',
               '/');
  return url + path;
}

}  // namespace

std::string usual_host(std::string_view host) {
  if (auto address = usual_ipv6(host)) return *address;
  if (auto address = usual_ipv4(host)) return *address;
  return std::string(host);
}

std::vector<std::string> keys_of_usual_spelling(std::string_view key) {
  const size_t end = key.find(')');
  if (is_of_other_record(key) || !may_be_odd(key, end)) return {};
  std::string url(key);
  if (end != key.npos && key.substr(0, end).find("://") == key.npos) {
    url = "http://" + readable_host(key.substr(0, end));
    url += key.substr(end + 1);
  }
  std::string_view rest = url;
  for (std::string_view outer : {"view-source:", "feed:"}) {
    if (rest.starts_with(outer)) rest.remove_prefix(outer.size());
  }
  rest.remove_prefix(rest.find(':') + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(kSlashes), rest.size()));
  const size_t path = std::min(rest.find_first_of("/\\?#"), rest.size());
  std::string_view authority = rest.substr(0, path);
  const std::string_view tail = rest.substr(path);
  authority.remove_prefix(authority.rfind('@') + 1);
  std::vector<std::string> keys;
  auto add = [&](std::string_view host) {
    std::string usual = url_key(UrlKeyKind::kSurt, url_of(host, tail));
    if (usual != key && !host.empty()) keys.push_back(std::move(usual));
  };
  const bool is_ipv6 = usual_ipv6(authority).has_value();
  if (is_ipv6) add(authority);
  if (const std::string host = without_inner_port(authority);
      usual_ipv6(host)) {
    add(host);
  }
  const size_t port = port_of(authority);
  const std::string_view host = authority.substr(0, port);
  if (!is_ipv6 || (port != authority.npos && usual_ipv6(host))) add(host);
  return keys;
}

std::string url_of_legacy_key(std::string_view key) {
  if (key.find("://") != key.npos || is_of_other_record(key)) {
    return std::string(key);
  }
  for (std::string_view scheme :
       {"http/", "https/", "ftp/", "http:", "https:", "ftp:"}) {
    if (!key.starts_with(scheme)) continue;
    key.remove_prefix(scheme.size());
    break;
  }
  return "http://" + std::string(key);
}

bool lacks_host(std::string_view url) {
  for (std::string_view scheme : {"http://", "https://", "ftp://"}) {
    if (!text::equal_ignoring_case(url.substr(0, scheme.size()), scheme)) {
      continue;
    }
    return url.size() == scheme.size() ||
           text::is_one_of(url[scheme.size()], "/?#");
  }
  return false;
}

std::string usual_url_key(std::string_view url) {
  std::string key = url_key(UrlKeyKind::kSurt, url);
  std::vector<std::string> usual = keys_of_usual_spelling(key);
  return usual.empty() ? key : std::move(usual.front());
}

}  // namespace wax::cdx
