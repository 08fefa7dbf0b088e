#include "index/schema/main_ranges.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(MainRangesTest, StoredRangesAreReadBack) {
  const std::vector<TextRange> ranges = {{5, 18}, {26, 30}};
  EXPECT_EQ(main_ranges(ranges), "5-18 26-30");
  EXPECT_EQ(parse_main_ranges("5-18 26-30"), ranges);
  EXPECT_EQ(main_ranges({}), "");
  EXPECT_EQ(text_in_ranges("Menu\nOne two\nthree\nFooter\nfour", "5-18 26-30"),
            "One two\nthree\nfour");
}

TEST(MainRangesTest, WhatIsIllFormedEndsTheList) {
  using Ranges = std::vector<TextRange>;
  EXPECT_EQ(parse_main_ranges("0-5 7-9"), (Ranges{{0, 5}, {7, 9}}));
  EXPECT_EQ(parse_main_ranges("0-5 4-9"), (Ranges{{0, 5}}));
  EXPECT_EQ(parse_main_ranges("5-4"), Ranges());
  EXPECT_EQ(parse_main_ranges("1-2 x"), (Ranges{{1, 2}}));
  EXPECT_EQ(parse_main_ranges("99999999999999999999999-2"), Ranges());
  EXPECT_EQ(parse_main_ranges(""), Ranges());
  EXPECT_EQ(text_in_ranges("short", "2-99 100-200"), "ort");
}

}  // namespace
}  // namespace wax::index
