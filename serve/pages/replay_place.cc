#include "serve/pages/replay_place.h"

namespace wax::serve {
namespace {

// The same host at another port.
std::string at_port(std::string origin, uint16_t port) {
  const size_t host = origin.find("://") + 3;
  const size_t colon = origin.rfind(':');
  const size_t bracket = origin.rfind(']');  // of an address of IPv6
  const bool has_port = colon != origin.npos && colon >= host &&
                        (bracket == origin.npos || colon > bracket);
  if (has_port) origin.resize(colon);
  return origin + ':' + std::to_string(port);
}

}  // namespace

std::string_view origin_in(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme == url.npos) return url;
  return url.substr(0, url.find('/', scheme + 3));
}

std::string scripted_url(const answers::Holdings& holdings,
                         const answers::Request& request) {
  const answers::ScriptedPlace& place = holdings.scripted;
  if (place.port == 0 || !place.url.empty()) return place.url;
  std::string origin(origin_in(answers::origin_of(request)));
  // A policy cannot name an address of IPv6 (CSP 3, host-source).
  if (origin.find('[') != origin.npos) return {};
  return at_port(std::move(origin), place.port);
}

std::string main_origin(const answers::Holdings& holdings,
                        const answers::Request& request) {
  const answers::ScriptedPlace& place = holdings.scripted;
  if (!place.main_url.empty()) return std::string(origin_in(place.main_url));
  return at_port(std::string(origin_in(answers::origin_of(request))),
                 place.main_port);
}

}  // namespace wax::serve
