#include "index/store/other_records.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(OtherRecords, NoBitsHaveNone) {
  EXPECT_FALSE(has_bit({}, 5));
  EXPECT_TRUE(has_bit({32}, 5));
  EXPECT_FALSE(has_bit({32}, 4));
}

}  // namespace
}  // namespace wax::index
