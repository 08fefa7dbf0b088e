#include "answers/shown/found_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace wax::answers {
namespace {

TEST(FoundPage, HasTheFirstValueOfEachFieldAndAllDates) {
  FoundPage page = found_page({{"url", "http://a.org/p.png"},
                               {"url", "http://b.org/"},
                               {"type", "image/png"},
                               {"length", "1234"},
                               {"date", "20060101000000"},
                               {"date", "20070101000000"},
                               {"other", "x"}});
  EXPECT_EQ(page.url, "http://a.org/p.png");
  EXPECT_TRUE(page.is_image);
  EXPECT_EQ(page.length, 1234U);
  EXPECT_EQ(page.dates.size(), 2U);
  EXPECT_EQ(page.first_date(), "20060101000000");
  EXPECT_EQ(page.title, "");
}

TEST(FoundPage, OfAnImageHasTheFirstTextAndItsPage) {
  index::StoredDocument values = {
      {"url", "http://a.example/x.png"},
      {"type", "image/png"},
      {"content", "A heron\nIn the river"},
      {"said_by", "example,a)/ B 20070203000000 http://a.example/ x"},
      {"said_by", "example,a)/2 C 20070203000001 http://a.example/2"}};
  const FoundPage image = found_page(values);
  EXPECT_EQ(image.alternative, "A heron");
  EXPECT_EQ(image.shown_by.url, "http://a.example/ x");
  EXPECT_EQ(image.shown_by.date, "20070203000000");
  EXPECT_EQ(image.shown_by.urlkey, "example,a)/");
  EXPECT_EQ(image.shown_by.digest, "B");
  values[1].second = "text/html";
  EXPECT_EQ(found_page(values).alternative, "");
  EXPECT_EQ(found_page(values).shown_by.url, "");
}

TEST(FoundPage, IsEmptyWithoutValues) {
  FoundPage page = found_page({{"length", "<script>"}});
  EXPECT_EQ(page.length, std::nullopt);
  EXPECT_FALSE(page.is_image);
  EXPECT_EQ(page.first_date(), "");
}

TEST(FoundPage, NamesTheFieldsThatItTakes) {
  std::vector<std::string> fields = fields_of_found_page();
  for (const char* field : {"url", "title", "date", "digest", "offset"}) {
    EXPECT_NE(std::find(fields.begin(), fields.end(), field), fields.end())
        << field;
  }
}

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
}  // namespace wax::answers
