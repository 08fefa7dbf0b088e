#include "collection/segment/text_capture.h"

#include <gtest/gtest.h>

namespace wax::collection {
namespace {

constexpr int64_t kDay = 24 * 60 * 60;

TEST(TextCapture, IsThatOfItsSecondOrTheVisitOrTheNearest) {
  const std::vector<PageCapture> captures = {{0, "A", true},
                                             {10, "A", true},
                                             {11, "A", true},
                                             {10000, "B", true},
                                             {90 * kDay, "B", true}};
  const std::pair<int64_t, size_t> kTexts[] = {
      {0, 0},   {8, 0},    {10, 1},        {11, 2},        {500, 2},
      {611, 2}, {9000, 3}, {-30 * kDay, 0}, {10300, 3},    {31 * kDay, 99},
      {-31 * kDay, 99},    {61 * kDay, 4}, {120 * kDay, 4}, {121 * kDay, 99}};
  for (const auto& [text, shown] : kTexts) {
    const auto found = capture_of_text(captures, text);
    EXPECT_EQ(found ? found->shown : 99, shown) << text;
    EXPECT_EQ(found ? found->page : 99, shown) << text;
  }
  EXPECT_FALSE(capture_of_text({}, 0));
}

TEST(TextCapture, OfARevisitIsWhatItRepeats) {
  const std::vector<PageCapture> captures = {
      {0, "A", true}, {10, "B", true}, {20, "A", false}, {30, "304", false},
      {40, "B", true}, {50, "A", false}};
  EXPECT_EQ(capture_of_text(captures, 25)->page, 0U);
  EXPECT_EQ(capture_of_text(captures, 25)->shown, 2U);
  EXPECT_EQ(capture_of_text(captures, 35)->page, 1U);
  EXPECT_EQ(capture_of_text(captures, 55)->page, 0U);
  EXPECT_EQ(capture_of_text({{0, "A", false}}, 5)->page, 0U);
  EXPECT_EQ(capture_of_text({{0, "E", false}, {9, "A", true}}, 5)->page, 1U);
}

}  // namespace
}  // namespace wax::collection
