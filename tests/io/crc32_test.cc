#include "io/crc32.h"

#include <gtest/gtest.h>

namespace wax::io {
namespace {

TEST(Crc32, HasTheCheckValueOfTheStandard) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926U);
  EXPECT_EQ(crc32(""), 0U);
}

TEST(Crc32, GoesOnBehindOtherBytes) {
  EXPECT_EQ(crc32("56789", crc32("1234")), crc32("123456789"));
  EXPECT_EQ(crc32({}, crc32("1234")), crc32("1234"));
}

}  // namespace
}  // namespace wax::io
