#include "cdx/url/registered_domain.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(RegisteredDomainTest, IsOneLabelMoreThanThePublicSuffix) {
  EXPECT_EQ(registered_domain("www.example.org"), "example.org");
  EXPECT_EQ(registered_domain("a.b.example.co.uk"), "example.co.uk");
  EXPECT_EQ(registered_domain("example.org"), "example.org");
  EXPECT_EQ(registered_domain("a.valley.example"), "valley.example");
}

TEST(RegisteredDomainTest, OfASuffixOrAnAddressItIsTheWholeHost) {
  EXPECT_EQ(registered_domain("co.uk"), "co.uk");
  EXPECT_EQ(registered_domain("localhost"), "localhost");
  EXPECT_EQ(registered_domain("192.168.1.20"), "192.168.1.20");
  EXPECT_EQ(registered_domain("[2001:db8::1]"), "[2001:db8::1]");
  EXPECT_EQ(registered_domain(""), "");
}

}  // namespace
}  // namespace wax::cdx
