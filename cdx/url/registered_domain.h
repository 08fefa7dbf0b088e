// The domain under which a host was registered.
#pragma once

#include <string_view>

namespace wax::cdx {

// The part of `host` that begins one label before its public suffix:
// "example.co.uk" of "www.example.co.uk". The suffixes are those of the Public
// Suffix List as libpsl has it; of a suffix that is not listed, the last label
// counts. An IP address and a host that is a suffix itself are given back
// whole. `host` is in lower case, in UTF-8 or Punycode, without port.
[[nodiscard]] std::string_view registered_domain(std::string_view host);

}  // namespace wax::cdx
