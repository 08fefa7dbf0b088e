#include "rank/steps.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(Steps, AreDoneUntilInputsRulesOrOutputsChange) {
  tests::TempDir folder;
  const std::string input = folder.write("input", "1");
  folder.write("made", "2");
  Steps steps(folder.path());
  const std::string from = "rules 1\n" + steps.inputs_text({input});
  EXPECT_EQ(from.find(folder.path()), std::string::npos);

  StepResult result;
  EXPECT_FALSE(steps.is_done("a", from, result));
  steps.record("a", from, {{"made"}, {{"keys", 5}}});
  ASSERT_TRUE(steps.is_done("a", from, result));
  EXPECT_EQ(result.outputs, std::vector<std::string>{"made"});
  EXPECT_EQ(result.counts.at("keys"), 5U);

  EXPECT_FALSE(steps.is_done("b", from, result));
  EXPECT_FALSE(
      steps.is_done("a", "rules 2\n" + steps.inputs_text({input}), result));
  EXPECT_FALSE(steps.is_done("a", "rules 1\n", result));
}

TEST(Steps, SeeFilesOfTheSameSizeAndTime) {
  tests::TempDir folder;
  const std::string input = folder.write("input", "1");
  Steps steps(folder.path());
  const std::string from = steps.inputs_text({input});
  const auto time = std::filesystem::last_write_time(input);
  folder.write("input", "2");
  std::filesystem::last_write_time(input, time);
  EXPECT_NE(steps.inputs_text({input}), from);
}

TEST(Steps, AreMadeAgainWithoutTheirOutputs) {
  tests::TempDir folder;
  folder.write("made", "2");
  Steps steps(folder.path());
  steps.record("a", "rules 1\n", {{"made"}, {}});
  StepResult result;
  EXPECT_TRUE(steps.is_done("a", "rules 1\n", result));
  folder.write("made", "longer");
  EXPECT_FALSE(steps.is_done("a", "rules 1\n", result));
  std::filesystem::remove(folder / "made");
  EXPECT_FALSE(steps.is_done("a", "rules 1\n", result));
  EXPECT_THROW(static_cast<void>(file_stamp(folder / "made")), IoError);
}

}  // namespace
}  // namespace wax::rank
