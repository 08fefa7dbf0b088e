#include "warc/record/fine_date.h"

#include <gtest/gtest.h>

namespace wax::warc {
namespace {

TEST(WithoutMilliseconds, ADateOfCdxjIsToItsSecond) {
  EXPECT_EQ(without_milliseconds("20240113055603866"), "20240113055603");
  for (const char* other : {"", "-", "2024", "20240113055603",
                            "2024011305560386", "2024011305560386x"}) {
    EXPECT_EQ(without_milliseconds(other), other);
  }
}

}  // namespace
}  // namespace wax::warc
