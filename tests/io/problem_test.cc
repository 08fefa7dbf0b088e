#include "io/problem.h"

#include <gtest/gtest.h>

namespace wax {
namespace {

TEST(Problem, SeveritiesHaveTheWordsOfTheProblemsFile) {
  EXPECT_EQ(name(Severity::kNote), "note");
  EXPECT_EQ(name(Severity::kWarning), "warning");
  EXPECT_EQ(name(Severity::kLost), "lost");
}

}  // namespace
}  // namespace wax
