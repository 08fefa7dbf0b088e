#include "collection/archives/known_sums.h"

#include <gtest/gtest.h>

namespace wax::collection {
namespace {

TEST(KnownSums, AreReadAsTheyWereWritten) {
  for (const KnownSums& sums :
       {KnownSums{{0, 9, 7}}, KnownSums{{0, 4, 7}}, KnownSums{{1, 9, 7}},
        KnownSums{{0, 2, 7}, {5, 9, 8}}}) {
    EXPECT_EQ(sums_in(sums_text(sums, "9 1.2"), "9 1.2"), sums);
  }
  EXPECT_EQ(sums_text({{0, 9, 7}}, "9 1.2"), "7");
  EXPECT_EQ(sums_text({{0, 2, 7}, {5, 9, 8}}, "9 1.2"), "0-2:7,5-9:8");
  EXPECT_EQ(sums_in("0", "0 1.2"), KnownSums());
}

TEST(KnownSums, OfDamagedTextsAreNone) {
  for (const char* text : {"", "-", "0-2", "0-2:", ":7", "0:2-7", "x-2:7"}) {
    EXPECT_EQ(sums_in(text, "9 1.2"), std::nullopt) << text;
  }
}

TEST(KnownSums, OfAllBytesAreOneFromTheFirstToTheLast) {
  EXPECT_TRUE(has_all_bytes({{0, 9, 7}}, "9 1.2"));
  EXPECT_TRUE(has_all_bytes({}, "0 1.2"));
  EXPECT_FALSE(has_all_bytes({{0, 8, 7}}, "9 1.2"));
  EXPECT_FALSE(has_all_bytes({}, "missing"));
  EXPECT_EQ(size_in("9 1.2"), "9");
}

}  // namespace
}  // namespace wax::collection
