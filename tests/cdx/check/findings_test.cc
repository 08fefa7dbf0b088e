#include "cdx/check/findings.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(Findings, KeepsTheFirstExamplesAndCountsAll) {
  Findings findings({{"a", "A", 0, {}}, {"b", "B", 0, {}}, {"c", "C", 0, {}}},
                    2);
  EXPECT_TRUE(findings.found().empty());
  for (uint64_t line = 1; line <= 3; ++line) findings.add("c", "f", line, "x");
  findings.add("a", "g", 7, std::string(1000, 'y'));
  auto found = findings.found();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, "a");
  EXPECT_EQ(found[0].examples[0].text, std::string(200, 'y'));
  EXPECT_EQ(found[1].count, 3U);
  ASSERT_EQ(found[1].examples.size(), 2U);
  EXPECT_EQ(found[1].examples[1].line, 2U);
}

}  // namespace
}  // namespace wax::cdx
