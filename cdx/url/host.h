// Hosts: which one a URL has, their canonical form, and what is left without
// "www.". Any number of threads may call these functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// The host of a URL as written, without user and port; of "dns:host", the host.
// It ends as in browsers, at a backslash too. Empty when the URL has no host.
[[nodiscard]] std::string_view host_of(std::string_view url);

// The site of a lower-case host: without "www.". URL keys leave out more
// (www_length()), but indexes have always had this.
[[nodiscard]] std::string_view site_of(std::string_view host);

// The host in ASCII by IDNA 2003: UTF-8 labels become "xn--...". Bytes that are
// no UTF-8 are left out. False, and `host` as it was, where a label cannot be
// encoded (empty, longer than 63, prohibited characters, mixed direction).
// Capitals younger than Unicode 3.2, which IDNA 2003 does not know, are lowered
// too, as Python's codec does.
bool encode_idna(std::string& host);

// The address that `host` writes as numbers, in the forms of inet_aton:
// "1.2.3.4", "10.0.258", "3279880203", "0x" forms excepted. Nothing when it is
// no address or a part is too large; one number alone is taken modulo 2^32.
[[nodiscard]] std::optional<uint32_t> parse_ipv4(std::string_view host);

// "1.2.3.4"
[[nodiscard]] std::string print_ipv4(uint32_t address);

// Escapes undone, IDNA, dots at the ends dropped, ".." halved once, IPv4 in
// four decimal parts, else lower case and escaped once.
void canonicalize_host(std::string& host);

// The length of "www.", "www12.", ... at the front of a lower-case host, or 0.
[[nodiscard]] size_t www_length(std::string_view host);

// Appends "com,example,www" for "www.example.com". With `reverse_ipv4` false, a
// host of four numbers is appended as it is.
void append_reversed(std::string_view host, bool reverse_ipv4,
                     std::string& text);

// The host as a URL key has it: "com,example" of "com,example)/path",
// "example.com" of the legacy key "example.com/path".
[[nodiscard]] std::string_view host_of_key(std::string_view key);

// The host of a key as URLs have it, with its port: "example.com" of
// "com,example".
[[nodiscard]] std::string readable_host(std::string_view host_of_key);

// Appends the Punycode of `text`, well-formed UTF-16, to `ascii`.
void append_punycode(std::u16string_view text, std::string& ascii);

// The part of `host` that begins one label before its public suffix:
// "example.co.uk" of "www.example.co.uk". The suffixes are those of the Public
// Suffix List as libpsl has it; of a suffix that is not listed, the last label
// counts. An IP address and a host that is a suffix itself are given back
// whole. `host` is in lower case, in UTF-8 or Punycode, without port.
[[nodiscard]] std::string_view registered_domain(std::string_view host);

}  // namespace wax::cdx
