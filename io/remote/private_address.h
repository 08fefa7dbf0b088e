// Addresses that are not of the public internet.
#pragma once

#include <sys/socket.h>

namespace wax::io {

// Whether an address is of this machine, of a private network, link-local,
// multicast or reserved (the registries of RFC 6890), also where an address of
// IPv6 holds such an address of IPv4. True for other families. Any thread.
[[nodiscard]] bool is_private_address(const sockaddr& address);

}  // namespace wax::io
