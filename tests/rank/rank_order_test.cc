#include "rank/rank_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace wax::rank {
namespace {

std::vector<std::string> ranked(
    const std::vector<std::pair<std::string, uint64_t>>& entities) {
  std::vector<std::string> lines;
  for (const auto& [entity, views] : entities) {
    std::string& line = lines.emplace_back();
    append_order_line({entity, {views, views / 2, 3}}, line);
  }
  std::sort(lines.begin(), lines.end());
  std::vector<std::string> order;
  std::string entity;
  for (const std::string& line : lines) {
    const EntityLine parsed = parse_order_line(line, entity);
    EXPECT_EQ(parsed.signals.steady, parsed.signals.views / 2);
    EXPECT_EQ(parsed.signals.months, 3U);
    order.push_back(std::string(parsed.entity) + ' ' +
                    std::to_string(parsed.signals.views));
  }
  return order;
}

using Lines = std::vector<std::string>;

TEST(RankOrder, IsByViewsThenByTheNumberOfTheId) {
  EXPECT_EQ(ranked({{"Q1", 1},
                    {"Q2", 42},
                    {"Q3", 1},
                    {"Q4", 77},
                    {"Q5", 42},
                    {"Q10", 42}}),
            (Lines{"Q4 77", "Q2 42", "Q5 42", "Q10 42", "Q1 1", "Q3 1"}));
  EXPECT_EQ(ranked({{"a", 799}, {"b", 3824}}), (Lines{"b 3824", "a 799"}));
  EXPECT_EQ(ranked({{"a", 0}, {"b", UINT64_MAX}, {"c", uint64_t{1} << 33}}),
            (Lines{"b 18446744073709551615", "c 8589934592", "a 0"}));
}

TEST(RankOrder, IsByBytesForOtherEntities) {
  EXPECT_EQ(ranked({{"com,example,de)/", 1},
                    {"com,example)/a", 1},
                    {"com,example)/", 1},
                    {"com,example:8080)/", 1},
                    {"com,example-x)/", 1}}),
            (Lines{"com,example)/ 1", "com,example)/a 1", "com,example,de)/ 1",
                   "com,example-x)/ 1", "com,example:8080)/ 1"}));
  // Only a letter and a number without zeros before it are an id.
  EXPECT_EQ(ranked({{"Q09", 1}, {"Q", 1}, {"Q9", 1}, {"QQ", 1}, {"P10", 1}}),
            (Lines{"P10 1", "Q9 1", "Q 1", "Q09 1", "QQ 1"}));
}

}  // namespace
}  // namespace wax::rank
