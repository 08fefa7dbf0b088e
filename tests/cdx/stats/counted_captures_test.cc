#include "cdx/stats/counted_captures.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(CountsByName, AreInTheOrderOfTheirCaptures) {
  CountsByName counts;
  for (const char* name : {"b", "a", "", "c", "b", "c", "b"}) {
    counts.add(name, {1, 10});
  }
  std::string seen;
  for (const auto& [name, count] : counts.by_captures()) {
    seen += name + ' ' + std::to_string(count.captures) + ' ' +
            std::to_string(count.bytes) + "; ";
  }
  EXPECT_EQ(seen, "b 3 30; c 2 20;  1 10; a 1 10; ");
}

TEST(CountsByName, CountTheRestAsOthersWhenNamesAreTooMany) {
  CountsByName counts;
  for (size_t n = 0; n < CountsByName::kMostNames + 5; ++n) {
    counts.add(std::to_string(n), {1, 0});
  }
  counts.add("0", {1, 0});
  auto all = counts.by_captures();
  EXPECT_EQ(all.size(), CountsByName::kMostNames + 1);
  EXPECT_EQ(all[0].first, "(others)");
  EXPECT_EQ(all[0].second.captures, 5u);
  EXPECT_EQ(all[1].first, "0");
  EXPECT_EQ(all[1].second.captures, 2u);
}

TEST(CountsByMonth, UseTheFirstSixDigits) {
  CountsByMonth counts;
  for (const char* date : {"20071002030405", "200710", "00000000", "2007", "-",
                           "20081", "200", "2007x1", "", "999999"}) {
    counts.of(date).first += {1, 0};
  }
  counts.of("200801").revisit += {1, 0};
  static_cast<void>(counts.of("200802"));
  std::string seen;
  for (const auto& [name, month] : counts.by_name()) {
    seen += name + ' ' + std::to_string(month.first.captures) + "; ";
  }
  EXPECT_EQ(
      seen,
      "- 4; 0000-00 1; 2007 1; 2007-10 2; 2008 1; 2008-01 0; 9999-99 1; ");
}

}  // namespace
}  // namespace wax::cdx
