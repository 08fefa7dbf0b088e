#include "graph/store/score_file.h"

#include <gmock/gmock.h>

#include <cstring>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

TEST(ScoreFile, HasAScoreForEachNode) {
  tests::TempDir folder;
  const double values[] = {0.25, 0.75};
  char bytes[sizeof(values)];
  std::memcpy(bytes, values, sizeof(values));
  folder.write("score.a", {bytes, sizeof(bytes)});
  folder.write("score.a.json", "{}");
  EXPECT_EQ(score_names({folder.path()}), (std::vector<std::string>{"a"}));
  ScoreFile file = open_scores({folder.path()}, "a", 2);
  EXPECT_EQ(file.at(0), 0.25);
  EXPECT_EQ(file.at(1), 0.75);
  EXPECT_THROW((void)open_scores({folder.path()}, "a", 3), FormatError);
}

TEST(ScoreFile, AMissingOneIsNamedWithThoseThatAreThere) {
  tests::TempDir folder;
  folder.write("score.a", "");
  try {
    (void)open_scores({folder.path()}, "b", 0);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("has no scores b, but a"));
  }
}

}  // namespace
}  // namespace wax::graph
