#include "index/match/hits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::tests {
namespace {

TEST(Missing, SaysWhatAnAnswerLacks) {
  index::Missing missing;
  EXPECT_FALSE(missing.any());
  EXPECT_TRUE(missing.reasons().empty());
  missing.shards = 1;
  missing.documents = 2;
  EXPECT_TRUE(missing.any());
  EXPECT_THAT(missing.reasons(),
              testing::ElementsAre("1 shard could not be read",
                                   "2 documents could not be read"));
  missing = {.out_of_time = true};
  EXPECT_TRUE(missing.any());
  EXPECT_THAT(missing.reasons(), testing::ElementsAre("the time ran out"));
}

}  // namespace
}  // namespace wax::tests
