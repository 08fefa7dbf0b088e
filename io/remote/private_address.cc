#include "io/remote/private_address.h"

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace wax::io {
namespace {

struct Block {
  uint32_t first;
  unsigned bits;
};

constexpr std::array<Block, 15> kPrivate = {{
    {0x00000000, 8},   // this network
    {0x0a000000, 8},   // 10.0.0.0
    {0x64400000, 10},  // 100.64.0.0, shared
    {0x7f000000, 8},   // loopback
    {0xa9fe0000, 16},  // link-local
    {0xac100000, 12},  // 172.16.0.0
    {0xc0000000, 24},  // 192.0.0.0
    {0xc0000200, 24},  // documentation
    {0xc0586300, 24},  // 6to4 relays
    {0xc0a80000, 16},  // 192.168.0.0
    {0xc6120000, 15},  // benchmarks
    {0xc6336400, 24},  // documentation
    {0xcb007100, 24},  // documentation
    {0xe0000000, 4},   // multicast
    {0xf0000000, 4},   // reserved, broadcast
}};

bool is_private_v4(uint32_t address) {
  return std::any_of(kPrivate.begin(), kPrivate.end(), [&](const Block& block) {
    return (address ^ block.first) >> (32 - block.bits) == 0;
  });
}

uint32_t v4_at(const std::array<uint8_t, 16>& bytes, size_t at) {
  return uint32_t{bytes[at]} << 24 | uint32_t{bytes[at + 1]} << 16 |
         uint32_t{bytes[at + 2]} << 8 | uint32_t{bytes[at + 3]};
}

bool is_private_v6(const std::array<uint8_t, 16>& bytes) {
  auto begins = [&](std::initializer_list<int> prefix) {
    return std::equal(prefix.begin(), prefix.end(), bytes.begin());
  };
  // Mapped, compatible (also :: and ::1), and of translators.
  if (begins({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}) ||
      begins({0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0})) {
    return is_private_v4(v4_at(bytes, 12));
  }
  if (begins({0x20, 0x02})) return is_private_v4(v4_at(bytes, 2));  // 6to4
  // All else that is public is in 2000::/3.
  return (bytes[0] & 0xe0) != 0x20 || begins({0x20, 0x01, 0x0d, 0xb8}) ||
         begins({0x20, 0x01, 0, 0});
}

}  // namespace

bool is_private_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return is_private_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    std::array<uint8_t, 16> bytes{};
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    return is_private_v6(bytes);
  }
  return true;
}

}  // namespace wax::io
