// Sites as people name them. Any number of threads may call these functions.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// A host as keys and indexes have it: in lower case, escapes undone, in ASCII
// by IDNA (encode_idna()), without dots at its end. One that IDNA cannot take
// is in lower case only.
[[nodiscard]] std::string plain_host(std::string_view host);

struct TypedSite {
  std::string host;        // plain_host(); empty when the text has none
  bool below_too = false;  // "*.example.com", ".example.com": its
                           // subdomains, too
  std::string_view rest;   // of the text, after the "/" of the host
};

// What a text names: a host in any case and with letters of any script, or a
// URL of it: scheme, user, port and one "/" (or "\") after the host do not
// count.
[[nodiscard]] TypedSite typed_site(std::string_view text);

}  // namespace wax::cdx
