#include "cdx/profile/profile.h"

#include <gtest/gtest.h>

#include "cdx/format/capture.h"

namespace wax::cdx {
namespace {

TEST(Profile, IsFoundByItsName) {
  std::vector<std::string_view> names = profile_names();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names.front(), "pywb");
  for (std::string_view name : names) {
    const Profile* found = profile(name);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name(), name);
    EXPECT_NO_THROW(check_legend(found->legend()));
  }
  EXPECT_EQ(profile("PYWB"), nullptr);
  EXPECT_EQ(profile(""), nullptr);
}

}  // namespace
}  // namespace wax::cdx
