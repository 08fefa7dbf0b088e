#include "text/counts.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

struct Records {
  uint64_t seen = 0;
  uint64_t kept = 0;
  uint64_t bytes = 0;
};

TEST(Counts, EachMemberIsAddedToItsOwn) {
  Records sum{1, 20, UINT64_MAX - 1};
  add_counts(sum, {4, 300, 1});
  EXPECT_EQ(sum.seen, 5u);
  EXPECT_EQ(sum.kept, 320u);
  EXPECT_EQ(sum.bytes, UINT64_MAX);
}

}  // namespace
}  // namespace wax::text
