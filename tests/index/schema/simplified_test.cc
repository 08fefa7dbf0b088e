#include "index/schema/simplified.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(Simplified, TraditionalCharactersHaveASimplifiedOne) {
  EXPECT_EQ(simplified(U'漢'), U'汉');
  EXPECT_EQ(simplified(U'語'), U'语');
  EXPECT_EQ(simplified(U'龜'), U'龟');
  EXPECT_EQ(simplified(U'圖'), U'图');
}

TEST(Simplified, OthersStayAsTheyAre) {
  for (const char32_t c : {U'a', U'一', U'汉', U'の', U'\U0001F600'}) {
    EXPECT_EQ(simplified(c), c);
  }
}

// ICU 76 has 𪟝 for the first and 嬃 for itself; an index has the same word on
// each system.
TEST(Simplified, IsTheTableOfIcu72) {
  EXPECT_EQ(simplified(U'勣'), U'勣');
  EXPECT_EQ(simplified(U'媭'), U'媭');
}

}  // namespace
}  // namespace wax::index
