#include "tools/pipeline/step.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace wax::tools::pipeline {
namespace {

namespace fs = std::filesystem;

class StepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("wax-step-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    write("input", "archive");
    write("output", "lines");
    step_ = {"001/captures",  "wax-warc-indexer", {"--jobs", "2"}, {"--sort"},
             {path("input")}, path("output"),     path("problems")};
    ran_ = begin(step_, "1.0");
    complete(ran_, step_, 0);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }

  fs::path folder_;
  Step step_;
  Ran ran_;
};

TEST_F(StepTest, IsUpToDateWhenNothingChanged) {
  EXPECT_TRUE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, RunsAgainForAnotherVersion) {
  EXPECT_FALSE(up_to_date(step_, ran_, "1.1"));
}

TEST_F(StepTest, RunsAgainForOtherArguments) {
  step_.arguments.emplace_back("--urlkey");
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, DoesNotRunAgainForOtherResources) {
  step_.resources = {"--jobs", "1"};
  EXPECT_TRUE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, StampOfAnArchiveInAFileChangesWithTheFile) {
  std::string inside = path("input") + "!/archive/a.warc.gz";
  EXPECT_EQ(stamp(inside), stamp(path("input")));
  EXPECT_EQ(stamp(path("gone") + "!/archive/a.warc.gz"), "missing");
}

TEST_F(StepTest, RunsAgainForAChangedInput) {
  write("input", "another archive");
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, KeepsItsOutputWhenAnInputIsGone) {
  fs::remove(path("input"));
  EXPECT_TRUE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, RunsAgainForOneMoreInput) {
  step_.inputs.push_back(path("more"));
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, RunsAgainForAnOutputGoneOrAltered) {
  write("output", "other lines");
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
  fs::remove(path("output"));
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, RunsAgainForAFurtherOutputGoneOrAltered) {
  step_.further_outputs = {path("list")};
  write("list", "a");
  complete(ran_, step_, 0);
  EXPECT_TRUE(up_to_date(step_, ran_, "1.0"));
  write("list", "ab");
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
  fs::remove(path("list"));
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
  complete(ran_, step_, 0);
  EXPECT_FALSE(up_to_date(step_, ran_, "1.0"));
}

TEST_F(StepTest, StampOfAFolderChangesWithAnyFileInIt) {
  fs::create_directories(folder_ / "segment");
  write("segment/keys", "a");
  std::string before = stamp(path("segment"));
  write("segment/keys", "ab");
  EXPECT_NE(stamp(path("segment")), before);
  EXPECT_EQ(stamp(path("nowhere")), "missing");
}

}  // namespace
}  // namespace wax::tools::pipeline
