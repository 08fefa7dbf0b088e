#include "cdx/profile/profile_policies.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(Sha1Prefix, IsTheOnlyOneThatGoes) {
  EXPECT_EQ(without_sha1("sha1:ABC"), "ABC");
  EXPECT_EQ(without_sha1("md5:ABC"), "md5:ABC");
  EXPECT_EQ(without_sha1("SHA1:ABC"), "SHA1:ABC");
}

}  // namespace
}  // namespace wax::cdx
