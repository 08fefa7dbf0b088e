// The public suffixes of a host, by both sections of the Public Suffix List.
// Any number of threads may call what is declared here.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Views of the host; empty where it has none, as of an IP address.
struct HostSuffixes {
  // By the suffixes of registries alone (ICANN): "co.uk" and "example.co.uk".
  // A suffix that is not listed is the last label.
  std::string_view registry_suffix;
  std::string_view registered_domain;
  // With those of companies too: of "a.github.io", "github.io" and
  // "a.github.io".
  std::string_view private_suffix;
  std::string_view private_domain;
};

// `host` is in lower case, in UTF-8 or Punycode, without port.
[[nodiscard]] HostSuffixes host_suffixes(std::string_view host);

}  // namespace wax::cdx
