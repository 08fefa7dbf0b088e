#include "collection/archives/watched_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::collection {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class KeptMessages final : public BuildMessages {
 public:
  void report(Problem) override {}
  void show(const Problem& problem) override { shown.push_back(problem.file); }
  void message(std::string_view text) override { messages.emplace_back(text); }
  void error(std::string_view text) override { errors.emplace_back(text); }
  void take_over(std::string_view, const std::string&) override {}

  std::vector<std::string> messages;
  std::vector<std::string> errors;
  std::vector<std::string> shown;
};

class WatchedBuildTest : public testing::Test {
 protected:
  void look_at(int second) { watched_.look(begin_ + seconds(second)); }
  std::string add(const std::string& name, const std::string& bytes) {
    archives_.push_back(directory_.write(name, bytes));
    return archives_.back();
  }
  // A zip file that has nothing, or only a part of it.
  std::string add_without_archives(const std::string& name, bool is_whole) {
    const std::string zip = tests::zip_of({{"a", "b"}});
    refused_.push_back(
        directory_.write(name, is_whole ? zip : zip.substr(0, zip.size() - 1)));
    return refused_.back();
  }
  static NamesLook::Met met(const std::string& file) {
    return {file, {Severity::kLost, "not-an-archive", file, 0, "is none"}};
  }
  // An earlier watch has made a build.
  void record(const std::vector<std::string>& archives,
              const std::vector<std::string>& refused) {
    BuildRecord record;
    record.batches = {{"001", archives}};
    std::filesystem::create_directories(directory_ / "out");
    save_build_record(record, directory_ / "out");
    std::string lines;
    for (const auto& file : refused) lines += problem_json(met(file).problem);
    directory_.write("out/names.problems", lines);
  }
  static std::vector<std::string> refused_in(const BuildRound& round) {
    std::vector<std::string> files;
    for (const auto& met : round.names.problems) files.push_back(met.name);
    return files;
  }
  static std::string whole() {
    return tests::gzip_member(
        tests::warc_record(tests::http_response("<p>waxwing")));
  }

  static std::string wacz() { return tests::zip_of({{"a.warc.gz", whole()}}); }

  tests::TempDir directory_;
  std::vector<std::string> archives_;
  std::vector<std::string> refused_;
  std::vector<BuildRound> rounds_;
  bool fails_ = false;
  KeptMessages messages_;
  ArchiveWatch::Clock::time_point begin_ = ArchiveWatch::Clock::now();
  WatchedBuild watched_{directory_ / "out",
                        seconds(10),
                        directory_.path(),
                        [this] {
                          BuildRound now{archives_};
                          now.skipped["being written"] = 1;
                          for (const auto& file : refused_) {
                            now.names.problems.push_back(met(file));
                          }
                          now.names.places = {directory_.path()};
                          return now;
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

TEST_F(WatchedBuildTest, TellsWhatCannotBeAddedWhenItHasCome) {
  record({add("a.warc.gz", whole())}, {});
  watched_.begin();
  ASSERT_EQ(rounds_.size(), 1u);
  const std::string none = add_without_archives("none.wacz", true);
  const std::string part = add_without_archives("part.wacz", false);
  look_at(0);
  EXPECT_EQ(rounds_.size(), 1u);
  look_at(10);
  ASSERT_EQ(rounds_.size(), 2u);
  EXPECT_THAT(refused_in(rounds_[1]), ElementsAre(none));
  EXPECT_THAT(rounds_[1].archives, IsEmpty());
  EXPECT_THAT(rounds_[1].names.places, ElementsAre(directory_.path()));
  look_at(50);
  EXPECT_EQ(rounds_.size(), 2u) << "nothing is new";
  look_at(100);
  ASSERT_EQ(rounds_.size(), 3u) << "it stays a part";
  EXPECT_THAT(refused_in(rounds_[2]), ElementsAre(none, part));
  // One that is gone is a change; its problem is none any more.
  std::filesystem::remove(none);
  refused_ = {part};
  look_at(110);
  look_at(120);
  ASSERT_EQ(rounds_.size(), 4u);
  EXPECT_THAT(refused_in(rounds_[3]), ElementsAre(part));
}

TEST_F(WatchedBuildTest, BeginsWithWhatAnEarlierBuildMetAndIsSo) {
  const std::string a = add("a.warc.gz", whole());
  const std::string old = add_without_archives("old.wacz", true);
  record({a}, {old, directory_ / "gone.wacz"});
  const std::string later = add_without_archives("later.wacz", true);
  watched_.begin();
  ASSERT_EQ(rounds_.size(), 1u);
  EXPECT_THAT(refused_in(rounds_[0]), ElementsAre(old));
  look_at(0);
  look_at(10);
  ASSERT_EQ(rounds_.size(), 2u);
  EXPECT_THAT(refused_in(rounds_[1]), ElementsAre(old, later));
}

TEST_F(WatchedBuildTest, AddsARecordedFileOfWhichOnlyAPartCannotBeAdded) {
  const std::string a = add("a.warc.gz", whole());
  const std::string both = add("both.wacz", wacz());
  refused_ = {both};
  record({a}, {both});
  watched_.begin();
  look_at(0);
  look_at(10);
  ASSERT_EQ(rounds_.size(), 2u);
  EXPECT_THAT(rounds_[1].archives, ElementsAre(both));
  EXPECT_THAT(refused_in(rounds_[1]), ElementsAre(both));
}

TEST_F(WatchedBuildTest, AddsARecordedFileThatBecameGoodBeforeItBegan) {
  const std::string a = add("a.warc.gz", whole());
  const std::string good = add("good.wacz", wacz());
  record({a}, {good});
  watched_.begin();
  ASSERT_EQ(rounds_.size(), 1u);
  EXPECT_THAT(refused_in(rounds_[0]), IsEmpty());
  look_at(0);
  look_at(10);
  ASSERT_EQ(rounds_.size(), 2u);
  EXPECT_THAT(rounds_[1].archives, ElementsAre(good));
}

TEST_F(WatchedBuildTest, TellsWhatCannotBeAddedBeforeThereIsABuild) {
  const std::string none = add_without_archives("none.wacz", true);
  watched_.begin();
  look_at(0);
  EXPECT_THAT(messages_.shown, IsEmpty());
  look_at(10);
  look_at(20);
  EXPECT_THAT(messages_.shown, ElementsAre(none));
  EXPECT_THAT(rounds_, IsEmpty());
  // The first round knows that it was told.
  add("a.warc.gz", whole());
  look_at(30);
  look_at(40);
  ASSERT_EQ(rounds_.size(), 1u);
  EXPECT_THAT(refused_in(rounds_[0]), ElementsAre(none));
}

TEST_F(WatchedBuildTest, PausesAPartOfTheTimeThatFilesMustBeQuiet) {
  EXPECT_EQ(watched_.pause(), std::chrono::milliseconds(2500));
}

}  // namespace
}  // namespace wax::collection
