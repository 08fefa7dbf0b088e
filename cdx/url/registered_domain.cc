#include "cdx/url/registered_domain.h"

#include <libpsl.h>

#include <cstring>
#include <string>

#include "text/ascii.h"

namespace wax::cdx {

std::string_view registered_domain(std::string_view host) {
  std::string_view last = host.substr(host.rfind('.') + 1);
  if (host.starts_with('[') || text::all_digits(last)) return host;
  const std::string terminated(host);
  const psl_ctx_t* list = psl_builtin();
  if (list == nullptr) return host;
  const char* domain = psl_registrable_domain(list, terminated.c_str());
  if (domain == nullptr) return host;
  return host.substr(host.size() - std::strlen(domain));
}

}  // namespace wax::cdx
