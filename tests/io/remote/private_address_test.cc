#include "io/remote/private_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>

namespace wax::io {
namespace {

bool is_private(const char* text) {
  sockaddr_storage address{};
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  if (::inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    std::memcpy(&address, &v4, sizeof v4);
  } else {
    EXPECT_EQ(::inet_pton(AF_INET6, text, &v6.sin6_addr), 1) << text;
    v6.sin6_family = AF_INET6;
    std::memcpy(&address, &v6, sizeof v6);
  }
  return is_private_address(*reinterpret_cast<sockaddr*>(&address));
}

TEST(PrivateAddress, AreThoseThatAreNotOfTheInternet) {
  for (const char* text : {"0.0.0.0",
                           "10.255.0.1",
                           "100.64.0.1",
                           "100.127.255.255",
                           "127.0.0.1",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "198.19.0.1",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "fe80::1",
                           "fc00::1",
                           "fd12::1",
                           "ff02::1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "::127.0.0.1",
                           "64:ff9b::a00:1",
                           "2002:7f00:1::",
                           "2001:db8::1"}) {
    EXPECT_TRUE(is_private(text)) << text;
  }
  for (const char* text :
       {"8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.0",
        "172.15.0.1", "172.32.0.1", "192.167.1.1", "223.255.0.1",
        "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::"}) {
    EXPECT_FALSE(is_private(text)) << text;
  }
}

}  // namespace
}  // namespace wax::io
