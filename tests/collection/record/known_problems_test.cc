#include "collection/record/known_problems.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

constexpr const char* kLost =
    R"({"severity":"lost","id":"a","file":"/x","offset":1,"text":"t"})";
constexpr const char* kSameAsWarning =
    R"({"severity":"warning","id":"a","file":"/x","offset":1,"text":"t"})";
constexpr const char* kElsewhere =
    R"({"severity":"lost","id":"a","file":"/x","offset":2,"text":"t"})";
constexpr const char* kOtherWarning =
    R"({"severity":"warning","id":"b","file":"/x","text":"t"})";

TEST(KnownProblems, KnowsAProblemWhateverItsSeverity) {
  tests::TempDir folder;
  KnownProblems known;
  known.add_file(folder / "missing");
  EXPECT_FALSE(known.contains(*parse_problem(kLost)));
  known.add_file(folder.write("known", std::string(kSameAsWarning) + "\n"));
  EXPECT_TRUE(known.contains(*parse_problem(kLost)));
  EXPECT_TRUE(known.contains(*parse_problem(kSameAsWarning)));
  EXPECT_FALSE(known.contains(*parse_problem(kElsewhere)));
}

TEST(KnownProblems, LacksOnlyLossesThatAreNew) {
  tests::TempDir folder;
  KnownProblems known;
  known.add_file(folder.write("known", std::string(kLost) + "\n"));
  const std::string old = std::string(kLost) + "\n" + kOtherWarning + "\n";
  EXPECT_FALSE(known.lacks_lost_line(old));
  EXPECT_FALSE(known.lacks_lost_line(""));
  EXPECT_TRUE(known.lacks_lost_line(old + kElsewhere + "\n"));
}

TEST(KnownProblems, LinesOfATextNeedNoNewlineAtItsEnd) {
  std::vector<std::string> lines;
  each_line("a\n\nb", [&](std::string_view line) { lines.emplace_back(line); });
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "", "b"}));
}

TEST(KnownProblems, FollowFilesThatMove) {
  tests::TempDir folder;
  const std::string file = folder.write(
      "known", std::string(kLost) + "\n" + kOtherWarning + "\n" +
                   line_of_problem({Severity::kLost, "a", "/y", {}, "t"}));
  move_problems(file, {{"/x", "/z \"1\""}});
  EXPECT_EQ(text_of_problems(file),
            R"({"severity":"lost","id":"a","file":"/z \"1\"","offset":1,)"
            R"("text":"t"})"
            "\n"
            R"({"severity":"warning","id":"b","file":"/z \"1\"","text":"t"})"
            "\n"
            R"({"severity":"lost","id":"a","file":"/y","text":"t"})"
            "\n");
  move_problems(folder / "missing", {{"/x", "/z"}});
  EXPECT_EQ(text_of_problems(folder / "missing"), "");
}

}  // namespace
}  // namespace wax::collection
