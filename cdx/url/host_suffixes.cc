#include "cdx/url/host_suffixes.h"

#include <libpsl.h>

#include "text/ascii.h"

namespace wax::cdx {
namespace {

// The longest suffix of `host` after a dot that is a public one.
std::string_view public_suffix(const std::string& host, int type) {
  const psl_ctx_t* list = psl_builtin();
  for (size_t at = 0; at < host.size();) {
    if (list != nullptr &&
        psl_is_public_suffix2(list, host.c_str() + at, type) == 1) {
      return std::string_view(host).substr(at);
    }
    size_t dot = host.find('.', at);
    if (dot == std::string::npos) return std::string_view(host).substr(at);
    at = dot + 1;
  }
  return {};
}

// The suffix with the label before it; empty when there is none.
std::string_view domain_of(std::string_view host, std::string_view suffix) {
  if (suffix.size() + 2 > host.size()) return {};
  const size_t end = host.size() - suffix.size() - 1;
  const size_t dot = host.substr(0, end).rfind('.');
  return host.substr(dot == std::string_view::npos ? 0 : dot + 1);
}

}  // namespace

HostSuffixes host_suffixes(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (host.empty() || host.find(':') != std::string_view::npos ||
      text::all_digits(last)) {
    return {};
  }
  const std::string terminated(host);
  HostSuffixes found;
  auto end_of = [&](std::string_view part) {
    return host.substr(host.size() - part.size());
  };
  found.registry_suffix = end_of(public_suffix(terminated, PSL_TYPE_ICANN));
  found.private_suffix = end_of(public_suffix(terminated, PSL_TYPE_ANY));
  found.registered_domain = domain_of(host, found.registry_suffix);
  found.private_domain = domain_of(host, found.private_suffix);
  return found;
}

}  // namespace wax::cdx
