#include "io/problem.h"

#include <gtest/gtest.h>

namespace wax {
namespace {

TEST(Problem, SeveritiesHaveTheWordsOfTheProblemsFile) {
  EXPECT_EQ(name(Severity::kNote), "note");
  EXPECT_EQ(name(Severity::kWarning), "warning");
  EXPECT_EQ(name(Severity::kLost), "lost");
}

TEST(Problem, LinesAreReadAsTheyAreWritten) {
  for (const Problem& problem :
       {Problem{Severity::kLost, "a", "/x \"1\"\n", 12, "\x01 ü\\"},
        Problem{Severity::kNote, "b", "", {}, ""},
        Problem{Severity::kWarning, "c", "odd \xFF", 0, "t"}}) {
    const std::string line = problem_json(problem);
    const auto read = parse_problem(line);
    ASSERT_TRUE(read) << line;
    EXPECT_EQ(read->severity, problem.severity);
    EXPECT_EQ(read->offset, problem.offset);
    EXPECT_EQ(problem_json(*read), line);
    EXPECT_EQ(hash_of(*read), hash_of(problem));
  }
}

TEST(Problem, MembersOfALineHaveAnyOrder) {
  const auto read = parse_problem(
      R"( {"more":[1],"text":"t","offset":7,"id":"a","severity":"lost"} )");
  ASSERT_TRUE(read);
  EXPECT_EQ(problem_json(*read),
            R"({"severity":"lost","id":"a","file":"","offset":7,"text":"t"})"
            "\n");
}

TEST(Problem, OtherLinesAreNone) {
  for (const char* line :
       {"", "junk", "{}", "[]", R"({"severity":"lost"})", R"({"id":"a"})",
        R"({"severity":"lost","id":""})", R"({"severity":"grave","id":"a"})",
        R"({"severity":"lost","id":"a")",
        R"({"severity":"lost","id":"a"} more)"}) {
    EXPECT_FALSE(parse_problem(line)) << line;
  }
}

TEST(Problem, IsTheSameWithAnySeverity) {
  Problem problem{Severity::kLost, "a", "/x", 1, "t"};
  const size_t hash = hash_of(problem);
  problem.severity = Severity::kNote;
  EXPECT_EQ(hash_of(problem), hash);
  problem.offset = {};
  EXPECT_NE(hash_of(problem), hash);
}

}  // namespace
}  // namespace wax
