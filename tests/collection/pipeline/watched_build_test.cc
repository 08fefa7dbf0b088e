#include "collection/pipeline/watched_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class KeptMessages final : public BuildMessages {
 public:
  void report(Problem) override {}
  void message(std::string_view text) override { messages.emplace_back(text); }
  void error(std::string_view text) override { errors.emplace_back(text); }
  void take_over(std::string_view, const std::string&) override {}

  std::vector<std::string> messages;
  std::vector<std::string> errors;
};

class WatchedBuildTest : public testing::Test {
 protected:
  void look_at(int second) { watched_.look(begin_ + seconds(second)); }
  std::string add(const std::string& name, const std::string& bytes) {
    archives_.push_back(directory_.write(name, bytes));
    return archives_.back();
  }
  static std::string whole() {
    return tests::gzip_member(
        tests::warc_record(tests::http_response("<p>waxwing")));
  }

  tests::TempDir directory_;
  std::vector<std::string> archives_;
  std::vector<BuildRound> rounds_;
  bool fails_ = false;
  KeptMessages messages_;
  ArchiveWatch::Clock::time_point begin_ = ArchiveWatch::Clock::now();
  WatchedBuild watched_{directory_ / "out",
                        seconds(10),
                        directory_.path(),
                        [this](io::SkippedFiles& skipped) {
                          skipped["being written"] = 1;
                          return archives_;
                        },
                        [this](BuildRound round) {
                          if (fails_) throw IoError("out", "write", ENOSPC);
                          rounds_.push_back(std::move(round));
                        },
                        messages_};
};

TEST_F(WatchedBuildTest, BeginsWithoutARoundInANewFolder) {
  watched_.begin();
  EXPECT_THAT(rounds_, IsEmpty());
  directory_.write("out", "a file");
  EXPECT_THROW(watched_.begin(), IoError);
}

TEST_F(WatchedBuildTest, RunsARoundForWhatIsReadyTogether) {
  const std::string a = add("a.warc.gz", whole());
  const std::string b = add("b.warc.gz", whole());
  look_at(0);
  EXPECT_THAT(rounds_, IsEmpty());
  look_at(10);
  ASSERT_EQ(rounds_.size(), 1u);
  EXPECT_THAT(rounds_[0].archives, ElementsAre(a, b));
  EXPECT_EQ(rounds_[0].skipped.at("being written"), 1u);
  look_at(20);
  look_at(300);
  EXPECT_EQ(rounds_.size(), 1u);
}

TEST_F(WatchedBuildTest, RunsARoundThatFailedAgain) {
  const std::string a = add("a.warc.gz", whole());
  look_at(0);
  fails_ = true;
  look_at(10);
  look_at(12);
  EXPECT_THAT(messages_.errors,
              ElementsAre(HasSubstr("No space left on device; trying again"),
                          HasSubstr("out")));
  fails_ = false;
  look_at(14);
  ASSERT_EQ(rounds_.size(), 1u);
  EXPECT_THAT(rounds_[0].archives, ElementsAre(a));
}

TEST_F(WatchedBuildTest, SaysWhatItWaitsForAndKeepsWhatWasTold) {
  add("a.warc.gz", whole().substr(0, 60));
  look_at(0);
  look_at(10);
  look_at(20);
  EXPECT_THAT(messages_.messages, ElementsAre(HasSubstr("a.warc.gz: ")));
  look_at(100);
  add("b.warc.gz", whole());
  look_at(110);
  look_at(120);
  ASSERT_EQ(rounds_.size(), 2u);
  EXPECT_FALSE(rounds_[0].told.empty());
  EXPECT_EQ(rounds_[0].told, rounds_[1].told);
}

TEST_F(WatchedBuildTest, PausesAPartOfTheTimeThatFilesMustBeQuiet) {
  EXPECT_EQ(watched_.pause(), std::chrono::milliseconds(2500));
}

}  // namespace
}  // namespace wax::collection
