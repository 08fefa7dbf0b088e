#include <gtest/gtest.h>

#include <random>

#include "document/page/field_candidates.h"
#include "tests/support/seed.h"

namespace wax::document {
namespace {

TEST(PageDate, AreReadInTheFormsOfPages) {
  struct DateCase {
    std::string_view text;
    std::string_view date;
  };
  const DateCase cases[] = {
      {"2016", "2016"},
      {"2016-03", "2016-03"},
      {"2016-03-01", "2016-03-01"},
      {" 2016-3-1 ", "2016-03-01"},
      {"2016-03-01T09:30:00Z", "2016-03-01T09:30:00Z"},
      {"2016-03-01T09:30:00.123456Z", "2016-03-01T09:30:00Z"},
      {"2016-03-01T09:30:00+01:00", "2016-03-01T09:30:00+01:00"},
      {"2016-03-01T09:30:00-0530", "2016-03-01T09:30:00-05:30"},
      {"2016-03-01T09:30+02", "2016-03-01T09:30:00+02:00"},
      {"2016-03-01t09:30", "2016-03-01T09:30:00"},
      {"2016-03-01 09:30:15", "2016-03-01T09:30:15"},
      {"2016-03-01 09:30:15 UTC", "2016-03-01T09:30:15Z"},
      {"2016/03/01", "2016-03-01"},
      {"2016.3.1", "2016-03-01"},
      {"20160301", "2016-03-01"},
      {"20160301T093015Z", "2016-03-01T09:30:15Z"},
      {"20160301093015", "2016-03-01T09:30:15"},
      {"Tue, 01 Mar 2016 09:30:00 GMT", "2016-03-01T09:30:00Z"},
      {"Tue, 1 Mar 2016 09:30:00 +0100", "2016-03-01T09:30:00+01:00"},
      {"Tue Mar  1 09:30:00 2016", "2016-03-01T09:30:00"},
      {"Tue Mar 01 2016 09:30:00 GMT+0100 (CET)", "2016-03-01T09:30:00+01:00"},
      {"Tuesday, March 1, 2016", "2016-03-01"},
      {"March 1st, 2016 at 9:30 pm", "2016-03-01T21:30:00"},
      {"Mar. 1, 2016, 12:05 AM", "2016-03-01T00:05:00"},
      {"1 March 2016", "2016-03-01"},
      {"3rd of Sept 2016", "2016-09-03"},
      {"1-Mar-2016", "2016-03-01"},
      {"March 2016", "2016-03"},
      {"1.3.2016", "2016-03-01"},
      {"31/03/2016", "2016-03-31"},
      {"03/31/2016", "2016-03-31"},
      {"3/3/2016", "2016-03-03"},
      {"29 February 2016", "2016-02-29"},
      {"1456824600", "2016-03-01T09:30:00Z"},
      {"1456824600123", "2016-03-01T09:30:00Z"},
      {"1789-07-14", "1789-07-14"},
  };
  for (const DateCase& c : cases) EXPECT_EQ(iso_date(c.text), c.date) << c.text;
}

TEST(PageDate, AreNothingWhenTheyAreUnclear) {
  for (std::string_view text : {"",
                                " ",
                                "yesterday",
                                "03/01/2016",
                                "1/2/16",
                                "2015-2016",
                                "16-03-01",
                                "2016-13-01",
                                "2016-02-30",
                                "2016-03-00",
                                "0001-01-01T00:00:00",
                                "1970-01-01T00:00:00Z",
                                "3016-01-01",
                                "2016-03-01T25:00",
                                "2016 03 01",
                                "2016-03-01 09:30 XYZ",
                                "2016-03-01x",
                                "2016-03-01T",
                                "Mar 1",
                                "March",
                                "2016030112",
                                "12345",
                                "29 February 2015",
                                "1 2 2016",
                                "99 March 2016",
                                "May be 2016",
                                "2016-03-01 and 2016-03-02",
                                "13:30 pm",
                                "2016-03-01 13:30 pm",
                                "{{date}}",
                                "Sun",
                                "the",
                                "."}) {
    EXPECT_EQ(iso_date(text), "") << text;
  }
}

TEST(PageDate, AreThemselvesWhenReadAgain) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::string_view letters = "0123456789-/:. ,TZ+()martue";
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (size_t n = random() % 24; n > 0; --n) {
      text += letters[random() % letters.size()];
    }
    std::string date = iso_date(text);
    if (!date.empty()) {
      EXPECT_EQ(iso_date(date), date) << text;
    }
  }
}

TEST(PageDate, IsFoundInAText) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"By Ann. Updated 1 March 2016, 9:30", "2016-03-01"},
      {"Mar. 1, 2016 - March 2, 2016", "2016-03-01"},
      {"12 comments 2016-03-01", "2016-03-01"},
      {"May I ask on 31/03/2016?", "2016-03-31"},
      {"2016", ""},
      {"March 2016", ""},
      {"10 March", ""},
      {"version 1.2.3", ""},
      {"a32016-03-01", ""},
      {"", ""},
  };
  for (const auto& [text, day] : cases) EXPECT_EQ(find_date(text), day) << text;
}

}  // namespace
}  // namespace wax::document
