#include "crawl/fetch/failed_hosts.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::crawl {
namespace {

TEST(FailedHosts, CountsReasonsByHost) {
  FailedHosts hosts({});
  hosts.add("http://b.example/1", "busy");
  hosts.add("http://www.a.example/1", "unreachable");
  hosts.add("https://b.example/2", "busy");
  hosts.add("http://b.example/3", "tls");
  std::string text;
  EXPECT_EQ(hosts.write(*io::open_memory(text)), 2U);
  EXPECT_EQ(text,
            "host\turls\treasons\n"
            "a.example\t1\tunreachable 1\n"
            "b.example\t3\tbusy 2, tls 1\n");
}

TEST(FailedHosts, OfNoneHaveAHeader) {
  std::string text;
  EXPECT_EQ(FailedHosts({}).write(*io::open_memory(text)), 0U);
  EXPECT_EQ(text, "host\turls\treasons\n");
}

}  // namespace
}  // namespace wax::crawl
