#include "cdx/stats/tallies.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(NameTallies, AreInTheOrderOfTheirCaptures) {
  NameTallies tallies;
  for (const char* name : {"b", "a", "", "c", "b", "c", "b"}) {
    tallies.add(name, {1, 10});
  }
  std::string seen;
  for (const auto& [name, tally] : tallies.by_captures()) {
    seen += name + ' ' + std::to_string(tally.captures) + ' ' +
            std::to_string(tally.bytes) + "; ";
  }
  EXPECT_EQ(seen, "b 3 30; c 2 20;  1 10; a 1 10; ");
}

TEST(NameTallies, CountTheRestAsOthersWhenNamesAreTooMany) {
  NameTallies tallies;
  for (size_t n = 0; n < NameTallies::kMostNames + 5; ++n) {
    tallies.add(std::to_string(n), {1, 0});
  }
  tallies.add("0", {1, 0});
  auto all = tallies.by_captures();
  EXPECT_EQ(all.size(), NameTallies::kMostNames + 1);
  EXPECT_EQ(all[0].first, "(others)");
  EXPECT_EQ(all[0].second.captures, 5u);
  EXPECT_EQ(all[1].first, "0");
  EXPECT_EQ(all[1].second.captures, 2u);
}

TEST(MonthTallies, UseTheFirstSixDigits) {
  MonthTallies tallies;
  for (const char* date : {"20071002030405", "200710", "00000000", "2007", "-",
                           "20081", "200", "2007x1", "", "999999"}) {
    tallies.of(date).first += {1, 0};
  }
  tallies.of("200801").revisit += {1, 0};
  static_cast<void>(tallies.of("200802"));
  std::string seen;
  for (const auto& [name, month] : tallies.by_name()) {
    seen += name + ' ' + std::to_string(month.first.captures) + "; ";
  }
  EXPECT_EQ(
      seen,
      "- 4; 0000-00 1; 2007 1; 2007-10 2; 2008 1; 2008-01 0; 9999-99 1; ");
}

}  // namespace
}  // namespace wax::cdx
