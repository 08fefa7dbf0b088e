#include "index/store/date_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DatePlacesTest, LinesAreReadAndOthersLeftOut) {
  EXPECT_THAT(
      date_places("20070101000000 capture 12 a.warc.gz\n"
                  "2007 capture 12 a.warc.gz\n20070102000000 revisit x b\n"
                  "20070103000000 revisit 7 a b.warc\n"),
      ElementsAre(DatePlace{"20070101000000", "capture", "12", "a.warc.gz"},
                  DatePlace{"20070103000000", "revisit", "7", "a b.warc"}));
  EXPECT_THAT(date_places(""), IsEmpty());
}

TEST(DatePlacesTest, EachDateIsGivenOnceWithOnePlace) {
  std::vector<std::string> dates = {
      "20070101000000",
      "20070101000000 list 5 x",
      "20070101000000 revisit 6 y",
      "20070101000000 revisit 7 z",
      "20070102000000",
      "20070103000000 capture 8 x",
      "odd",
  };
  EXPECT_EQ(take_places(dates),
            "20070101000000 revisit 6 y\n20070103000000 capture 8 x\n");
  EXPECT_THAT(dates, ElementsAre("20070101000000", "20070102000000",
                                 "20070103000000", "odd"));
}

TEST(DatePlacesTest, JsonHasAnObjectForEachPlace) {
  std::string out;
  append_places_json("20070101000000 revisit 012 a\"b\n", out);
  EXPECT_EQ(out,
            "[{\"date\":\"20070101000000\",\"kind\":\"revisit\",\"offset\":12,"
            "\"filename\":\"a\\\"b\"}]");
}

std::vector<std::string> unpacked(std::string_view packed) {
  std::vector<std::string> dates;
  EXPECT_TRUE(each_packed_date(packed, [&](uint64_t number) {
    put_date(number, dates.emplace_back(14, ' ').data());
  }));
  return dates;
}

TEST(PackedDatesTest, DatesComeBackAsTheyWere) {
  std::vector<std::string_view> dates = {"19900101000000", "19900101000001",
                                         "20071231235959", "20080229120000",
                                         "20080231000000", "99991231235959"};
  std::string packed;
  ASSERT_TRUE(pack_dates(dates, packed));
  EXPECT_EQ(unpacked(packed),
            std::vector<std::string>(dates.begin(), dates.end()));
}

TEST(PackedDatesTest, ADateOfTheseYearsTakesAtMostFiveBytes) {
  std::string packed;
  ASSERT_TRUE(pack_dates({{"20260101000000"}}, packed));
  EXPECT_LE(packed.size(), 6U);
}

TEST(PackedDatesTest, WhatNoClockShowsIsNotPacked) {
  for (const char* date :
       {"19891231235959", "20070001000000", "20071301000000", "20070100000000",
        "20070132000000", "20070101240000", "20070101006000", "20070101000060",
        "2007010100000", "200701010000000", "2007010100000x", ""}) {
    EXPECT_EQ(date_number(date), kNoDateNumber) << date;
  }
}

TEST(PackedDatesTest, DatesThatAreNotSortedAreNotPacked) {
  std::string packed;
  EXPECT_FALSE(pack_dates({{"20070101000000", "20070101000000"}}, packed));
  packed.clear();
  EXPECT_FALSE(pack_dates({{"20080101000000", "20070101000000"}}, packed));
}

TEST(PackedDatesTest, OtherBytesAreRefused) {
  std::mt19937 random(3);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(1, kPackedDates);
    for (size_t n = random() % 12; n > 0; --n) {
      bytes += static_cast<char>(random() % 4 == 0 ? 0xFF : random());
    }
    uint64_t last = 0;
    static_cast<void>(each_packed_date(bytes, [&](uint64_t number) {
      EXPECT_GE(number, last);
      last = number;
      char digits[14];
      put_date(number, digits);
      EXPECT_LE(digits[0], '9');
    }));
  }
  EXPECT_FALSE(each_packed_date("", [](uint64_t) {}));
  EXPECT_FALSE(each_packed_date("20070101000000", [](uint64_t) {}));
  EXPECT_FALSE(each_packed_date("\x01\xFF", [](uint64_t) {}));
}

}  // namespace

}  // namespace wax::index
