#include "index/store/date_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace wax::index
