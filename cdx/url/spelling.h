// Spellings of URLs that mean another URL: numbers of addresses, backslashes,
// ports that there are not. URL keys tell them apart. Any number of threads may
// call these functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// The host as browsers write it (URL standard, 3.5): "10.0.0.1" of
// "0x0a000001", "::1" of "[0:0:0:0:0:0:0:1]"; an address of IPv4 in one of IPv6
// (RFC 4291, 2.5.5.2) as itself: "10.0.0.1" of "[::ffff:a00:1]". Another host
// comes back as it is. `host` is in lower case and has no port.
[[nodiscard]] std::string usual_host(std::string_view host);

// The keys (kSurt) of the URL that browsers ask for, when `key` (kSurt) is of
// another spelling: one, or two where the end of an address of IPv6 may be a
// port. A URL that has no key is its own key. Most keys have no other; it costs
// two looks at the key's host.
[[nodiscard]] std::vector<std::string> keys_of_usual_spelling(
    std::string_view key);

// A URL with the legacy key: "http://" is put before it. URLs with less than
// two slashes after their scheme have it in their keys; those without a key,
// and of records beside pages, come back as they are.
[[nodiscard]] std::string url_of_legacy_key(std::string_view key);

// Whether a URL of http, https or ftp has no host, as "http:///x".
[[nodiscard]] bool lacks_host(std::string_view url);

// The key (kSurt) of the URL that browsers ask for.
[[nodiscard]] std::string usual_url_key(std::string_view url);

}  // namespace wax::cdx
