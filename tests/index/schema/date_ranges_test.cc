#include "index/schema/date_ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wax::index {
namespace {

std::vector<std::string> terms_of(std::string_view first,
                                  std::string_view last) {
  DateRanges ranges = date_ranges(first, last);
  std::vector<std::string> texts;
  for (const auto& terms : ranges.whole) {
    texts.push_back(std::string(terms.field) + ' ' + terms.first + '-' +
                    terms.last);
  }
  for (const std::string& day : ranges.parts) texts.push_back("part " + day);
  return texts;
}

TEST(DateRangesTest, WholeYearsMonthsAndDaysAreTerms) {
  using testing::ElementsAre;
  EXPECT_THAT(terms_of("20070000000000", "20079999999999"),
              ElementsAre("year 2007-2007"));
  EXPECT_THAT(terms_of("20070101000000", "20081231235959"),
              ElementsAre("year 2007-2008"));
  EXPECT_THAT(terms_of("20071000000000", "20071199999999"),
              ElementsAre("month 200710-200711"));
  EXPECT_THAT(terms_of("20071031000000", "20071031999999"),
              ElementsAre("day 20071031-20071031"));
  EXPECT_THAT(terms_of("20061105000000", "20090203999999"),
              ElementsAre("day 20061105-20061199", "day 20090200-20090203",
                          "month 200612-200699", "month 200900-200901",
                          "year 2007-2008"));
  EXPECT_THAT(terms_of("20071031120000", "20071031130000"),
              ElementsAre("part 20071031"));
  EXPECT_THAT(terms_of("20071031120000", "20071101000000"),
              ElementsAre("part 20071031", "part 20071101"));
}

TEST(DateRangesTest, EveryDateOfTheRangeIsOfOneOfItsTermsAndNoOther) {
  std::mt19937 random(5);
  auto two = [&](unsigned first, unsigned count) {
    std::string digits = std::to_string(first + random() % count);
    return digits.size() < 2 ? '0' + digits : digits;
  };
  auto date = [&] {
    return std::to_string(2005 + random() % 4) + two(1, 12) + two(1, 31) +
           two(0, 24) + two(0, 60) + two(0, 60);
  };
  auto bound = [&](char pad) {
    std::string text = date();
    text.resize(4 + 2 * (random() % 6));
    text.resize(14, pad);
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    std::string first = bound('0');
    std::string last = bound('9');
    if (last < first) continue;
    DateRanges ranges = date_ranges(first, last);
    for (int i = 0; i < 30; ++i) {
      std::string one = i == 0 ? first : i == 1 ? last : date();
      if (one.substr(4, 2) < "01" || one.substr(4, 2) > "12" ||
          one.substr(6, 2) < "01" || one.substr(6, 2) > "31" ||
          one.substr(8, 2) > "23" || one.substr(10, 2) > "59" ||
          one.substr(12) > "59") {
        continue;
      }
      size_t found = 0;
      for (const auto& terms : ranges.whole) {
        std::string term = one.substr(0, terms.first.size());
        found += term >= terms.first && term <= terms.last ? 1 : 0;
      }
      bool in_range = one >= first && one <= last;
      for (const std::string& day : ranges.parts) {
        found += one.starts_with(day) && in_range ? 1 : 0;
      }
      EXPECT_EQ(found, in_range ? 1U : 0U)
          << one << ' ' << first << ' ' << last;
    }
  }
}

}  // namespace
}  // namespace wax::index
