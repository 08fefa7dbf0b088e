#include "collection/record/step.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace wax::collection {
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
    step_ = {"001/captures",  "wax-warc-indexer", 1,  {"--jobs", "2"},
             {"--sort"},      {path("input")},    {}, path("output"),
             path("problems")};
    ran_ = begin(step_);
    complete(ran_, step_, 0, {});
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
  StepRecord ran_;
};

TEST_F(StepTest, IsUpToDateWhenNothingChanged) {
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kNone);
}

TEST_F(StepTest, RunsAgainForOtherRules) {
  ++step_.rules;
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, RunsAgainForAnArchiveThatCouldNotBeRead) {
  complete(ran_, step_, 1, {path("input")});
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kUnread);
  ++step_.rules;
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, NamesTheInputsThatAreGone) {
  EXPECT_TRUE(gone_inputs(step_, ran_).empty());
  fs::remove(path("input"));
  EXPECT_EQ(gone_inputs(step_, ran_), std::vector<std::string>{path("input")});
  ran_.inputs["other"] = ran_.inputs.begin()->second;  // not read any more
  EXPECT_EQ(gone_inputs(step_, ran_), std::vector<std::string>{path("input")});
  ran_ = begin(step_);  // it was not there
  EXPECT_TRUE(gone_inputs(step_, ran_).empty());
}

TEST_F(StepTest, ArchivesThatCouldNotBeReadAreThoseOfItsProblems) {
  step_.archives = {"/a.warc", "/b.wacz", "/c\xE9.warc", "/d.warc", "/e.warc"};
  std::string problems;
  for (const char* file : {"/a.warc", "/b.wacz!/x/y.warc", "/c\uFFFD.warc"}) {
    problems +=
        std::string(R"({"severity":"lost","id":"unreadable-archive",)") +
        R"("file":")" + file + R"(","text":"t"})" + "\n";
  }
  problems += R"({"severity":"lost","id":"warc-bad-length","file":"/d.warc"})"
              "\n";
  EXPECT_EQ(unread_archives(step_, problems),
            (std::vector<std::string>{"/a.warc", "/b.wacz", "/c\xE9.warc"}));
  EXPECT_TRUE(unread_archives(step_, "").empty());
}

TEST_F(StepTest, RunsAgainForOtherArguments) {
  step_.arguments.emplace_back("--urlkey");
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, DoesNotRunAgainForOtherResources) {
  step_.resources = {"--jobs", "1"};
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kNone);
}

TEST_F(StepTest, StampOfAnArchiveInAFileChangesWithTheFile) {
  std::string inside = path("input") + "!/archive/a.warc.gz";
  EXPECT_EQ(stamp(inside), stamp(path("input")));
  EXPECT_EQ(stamp(path("gone") + "!/archive/a.warc.gz"), "missing");
}

TEST_F(StepTest, RunsAgainForAChangedInput) {
  write("input", "another archive");
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, KeepsItsOutputWhenAnInputIsGone) {
  fs::remove(path("input"));
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kNone);
}

TEST_F(StepTest, RunsAgainForOneMoreInput) {
  step_.inputs.push_back(path("more"));
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, RunsAgainForAnOutputGoneOrAltered) {
  write("output", "other lines");
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
  fs::remove(path("output"));
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, RunsAgainForAFurtherOutputGoneOrAltered) {
  step_.further_outputs = {path("list")};
  write("list", "a");
  complete(ran_, step_, 0, {});
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kNone);
  write("list", "ab");
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
  fs::remove(path("list"));
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
  complete(ran_, step_, 0, {});
  EXPECT_EQ(reason_to_run(step_, ran_), RunReason::kChanged);
}

TEST_F(StepTest, DoesNotRunAgainWhenTheFolderOfTheBuildHasAnotherName) {
  auto in = [&](const std::string& out) {
    Step step = step_;
    step.out = path(out);
    step.arguments = {"--output", path(out) + "/lines", path(out) + "2/x"};
    step.inputs = {path(out) + "/input"};
    step.output = path(out) + "/lines";
    return step;
  };
  fs::create_directories(folder_ / "a");
  write("a/input", "text");
  write("a/lines", "lines");
  StepRecord ran = begin(in("a"));
  complete(ran, in("a"), 0, {});
  fs::rename(path("a"), path("b"));
  Step moved = in("b");
  moved.arguments.back() = path("a") + "2/x";
  EXPECT_EQ(reason_to_run(moved, ran), RunReason::kNone);
  fs::remove(path("b/input"));
  EXPECT_EQ(gone_inputs(moved, ran), std::vector<std::string>{path("b/input")});
  moved.arguments.back() = path("b") + "2/x";
  EXPECT_EQ(reason_to_run(moved, ran), RunReason::kChanged);
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
}  // namespace wax::collection
