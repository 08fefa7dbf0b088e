#include "collection/access/surt_key.h"

#include <gtest/gtest.h>

namespace wax::collection {
namespace {

TEST(SurtKey, IsTheSameForSurtKeys) {
  SurtKey keys(cdx::UrlKeyKind::kSurt);
  EXPECT_EQ(keys.of("org,a)/x?y"), "org,a)/x?y");
}

TEST(SurtKey, IsMadeOfLegacyKeys) {
  SurtKey keys(cdx::UrlKeyKind::kLegacy);
  EXPECT_EQ(keys.of("a.org/x?y"), "org,a)/x?y");
  EXPECT_EQ(keys.of("b.a.org:8080/"), "org,a,b:8080)/");
  EXPECT_EQ(keys.of("ftp://a.org/x"), "org,a)/x");
}

}  // namespace
}  // namespace wax::collection
