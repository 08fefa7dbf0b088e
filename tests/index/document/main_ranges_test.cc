#include "index/document/main_ranges.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(MainRangesTest, LinesAreFoundInOrderAndNeighboursAreOneRange) {
  std::string content = "Menu\nOne two\nthree\nFooter\nfour\nOne two";
  EXPECT_EQ(main_ranges("One two three\nfour", content), "5-18 26-30");
  EXPECT_EQ(main_ranges("One two\nthree", content), "5-18");
  EXPECT_EQ(text_in_ranges(content, "5-18 26-30"), "One two\nthree\nfour");
}

TEST(MainRangesTest, ALineThatIsNotInTheTextIsLeftOut) {
  EXPECT_EQ(main_ranges("hidden\nseen", "Menu\nseen"), "5-9");
  EXPECT_EQ(main_ranges("hidden", "Menu"), "");
  EXPECT_EQ(main_ranges("", "Menu"), "");
  EXPECT_EQ(main_ranges("hidden", ""), "");
}

TEST(MainRangesTest, ManyLinesInVainCostLittle) {
  std::string content(100'000, 'a');
  std::string main;
  for (int i = 0; i < 100'000; ++i) main += "aab\n";
  EXPECT_EQ(main_ranges(main, content), "");
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

TEST(MainRangesTest, ATextWithoutMenusIsOneRange) {
  EXPECT_EQ(whole_range("abc"), "0-3");
  EXPECT_EQ(whole_range(""), "");
}

}  // namespace
}  // namespace wax::index
