#include "rank/smear.h"

#include <gtest/gtest.h>

#include "tests/rank/support.h"

namespace wax::rank {
namespace {

std::string moved(std::string_view entities, std::string_view edges,
                  uint64_t millionths) {
  return text_of(*moved_views(lines::lines_of(entities), lines::lines_of(edges),
                              millionths, {}));
}

TEST(Shares, AreMillionths) {
  EXPECT_EQ(parse_share("0.1"), 100'000U);
  EXPECT_EQ(parse_share("1"), 1'000'000U);
  EXPECT_EQ(parse_share("1.0"), 1'000'000U);
  EXPECT_EQ(parse_share("0.000001"), 1U);
  for (const char* bad : {"0", "0.0", "1.000001", "2", "-0.1", "0.1234567", ".",
                          "", "0.", "0.1x", "a", "1e-1", "nan"}) {
    EXPECT_EQ(parse_share(bad), std::nullopt) << bad;
  }
}

TEST(Smear, GivesEachTargetItsPartAndAddsWhatComesOfSeveral) {
  EXPECT_EQ(moved("a 100 40 2\nb 7 7 1\nc 1 1 1\n", "a b\na x\nb x\nc x\nd x\n",
                  500'000),
            "b 50 20 0\nx 53 23 0\n");
}

TEST(Smear, MovesNothingToTheEntityItselfNorLessThanAView) {
  EXPECT_EQ(moved("a 9 9 1\n", "a a\na b\n", 100'000), "");
  EXPECT_EQ(moved("a 10 9 1\n", "a a\na b\n", 100'000), "b 1 0 0\n");
}

TEST(Smear, TakesTheGreatestCounts) {
  EXPECT_EQ(moved("a 18446744073709551615 1 1\n", "a b\n", 1'000'000),
            "b 18446744073709551615 1 0\n");
}

TEST(AddedEntities, HaveTheSumsOfAllParts) {
  std::vector<lines::LineInput> parts;
  parts.push_back({"a", lines::lines_of("a 1 1 1\nc 3 2 2\n")});
  parts.push_back({"b", lines::lines_of("b 5 5 0\nc 10 10 0\n")});
  EXPECT_EQ(text_of(*added_entities(std::move(parts), 1)),
            "a 1 1 1\nb 5 5 0\nc 13 12 2\n");
}

}  // namespace
}  // namespace wax::rank
