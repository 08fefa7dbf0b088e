#include "collection/steps/step_reasons.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

class StepReasonsTest : public ::testing::Test {
 protected:
  StepReasonsTest() {
    step_.name = "001/captures";
    step_.tool = "wax-warc-indexer";
    step_.arguments = {"--sort", "--digest", "missing", "--output", output_};
    step_.inputs = {lines_};
    step_.archives = {archive_};
    step_.output = output_;
    step_.out = folder_.path();
    ran();
  }
  void ran() {
    ran_ = begin(step_);
    complete(ran_, step_, 0, {});
  }
  [[nodiscard]] std::string reason() const { return reason_text(step_, &ran_); }

  tests::TempDir folder_;
  std::string archive_ = folder_.write("a.warc", "archive");
  std::string lines_ = folder_.write("lines", "lines");
  std::string output_ = folder_.write("output", "output");
  Step step_;
  StepRecord ran_;
};

TEST_F(StepReasonsTest, NothingChanged) {
  EXPECT_EQ(reason(), kUpToDate);
  EXPECT_EQ(reason_text(step_, nullptr), "runs: it has not run yet");
}

TEST_F(StepReasonsTest, NamesTheInput) {
  folder_.write("lines", "other lines");
  EXPECT_EQ(reason(), "runs: input changed: OUT/lines");
  ran();
  folder_.write("a.warc", "other archive");
  EXPECT_EQ(reason(), "runs: input changed: " + archive_);
  ran();
  step_.archives.clear();
  EXPECT_EQ(reason(), "runs: no input any more: " + archive_);
  step_.archives = {archive_, folder_ / "b.warc"};
  EXPECT_EQ(reason(), "runs: new input: " + (folder_ / "b.warc"));
}

TEST_F(StepReasonsTest, AnInputThatIsGoneLeavesADueStepOut) {
  std::filesystem::remove(archive_);
  EXPECT_EQ(reason(), kUpToDate);
  ++step_.rules;
  EXPECT_EQ(reason(), "is left out: cannot be read now: " + archive_);
}

TEST_F(StepReasonsTest, NamesTheOptions) {
  step_.arguments[2] = "always";
  EXPECT_EQ(reason(),
            "runs: options changed: --digest always, before: --digest missing");
  step_.arguments[2] = "missing";
  step_.arguments.insert(step_.arguments.begin(), "--skim");
  EXPECT_EQ(reason(), "runs: options changed: --skim, before: none");
}

TEST_F(StepReasonsTest, NamesTheToolOfAnotherVersion) {
  ++step_.rules;
  EXPECT_EQ(reason(),
            "runs: wax-warc-indexer has other rules than when it ran");
}

TEST_F(StepReasonsTest, NamesTheOutput) {
  folder_.write("output", "by hand");
  EXPECT_EQ(reason(), "runs: output was changed: " + output_);
  std::filesystem::remove(output_);
  EXPECT_EQ(reason(), "runs: output is missing: " + output_);
}

TEST_F(StepReasonsTest, NamesTheArchiveThatCouldNotBeRead) {
  ran_.unread = {archive_};
  EXPECT_EQ(reason(), "runs: can be read now: " + archive_);
  folder_.write("a.warc", "");
  ran();
  ran_.unread = {archive_};
  EXPECT_EQ(reason(), "is left out: still cannot be read: " + archive_);
}

TEST_F(StepReasonsTest, OtherStateIsAReason) {
  step_.state = "2";
  EXPECT_EQ(reason(), "runs: other originals, dates, ranks or damage");
}

}  // namespace
}  // namespace wax::collection
