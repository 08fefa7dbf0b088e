#include "io/remote/proxy.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::io {
namespace {

TEST(Proxy, HasASchemeAHostAndAPort) {
  for (const char* url :
       {"http://proxy.example:3128", "https://proxy.example:443/",
        "socks5h://127.0.0.1:1080", "http://[::1]:8080"}) {
    EXPECT_NO_THROW(check_proxy_url(url)) << url;
  }
  for (const char* url :
       {"", "proxy.example:3128", "socks5://proxy.example:1080",
        "ftp://proxy.example:21", "http://proxy.example", "http://:3128",
        "http://proxy.example:", "http://proxy.example:0",
        "http://proxy.example:65536", "http://a:b@proxy.example:3128",
        "http://[::1]"}) {
    EXPECT_THROW(check_proxy_url(url), UsageError) << url;
  }
}

TEST(PrivateHost, IsToldByTheUrl) {
  for (const char* url :
       {"http://127.0.0.1/", "http://127.1:80/", "http://2130706433/",
        "http://0x7f000001/", "https://10.0.0.1/", "http://192.168.1.1.",
        "http://[::1]/", "http://[::ffff:10.0.0.1]:8080/",
        "http://[fe80::1%25eth0]/", "http://LocalHost/", "http://a.localhost./",
        "http://user@127.0.0.1/", "http://example.org@127.0.0.1/",
        "http://[rubbish]/"}) {
    EXPECT_TRUE(has_private_host(url)) << url;
  }
  for (const char* url :
       {"http://example.org/", "http://example.org/127.0.0.1",
        "http://127.0.0.1.example.org/", "http://93.184.216.34/",
        "http://[2606:2800::1]/", "https://localhost.example/",
        "http://example.org?http://127.0.0.1/"}) {
    EXPECT_FALSE(has_private_host(url)) << url;
  }
}

}  // namespace
}  // namespace wax::io
