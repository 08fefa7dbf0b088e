#include "serve/answers/shown_date.h"

#include <gtest/gtest.h>

namespace wax::serve {
namespace {

TEST(ShownDate, HasADayATimeAndTheIsoForm) {
  ShownDate date = shown_date("20061105100001");
  EXPECT_EQ(date.day, "5 Nov 2006");
  EXPECT_EQ(date.time, "10:00:01");
  EXPECT_EQ(date.iso, "2006-11-05T10:00:01Z");
  EXPECT_EQ(shown_date("20061231000000").day, "31 Dec 2006");
}

TEST(ShownDate, IsEmptyForOtherTexts) {
  for (const char* odd : {"", "2006", "20061305100001", "20060005100001",
                          "2006110510000x", "200611051000011"}) {
    EXPECT_EQ(shown_date(odd).iso, "") << odd;
    EXPECT_EQ(shown_date(odd).day, "") << odd;
  }
}

}  // namespace
}  // namespace wax::serve
