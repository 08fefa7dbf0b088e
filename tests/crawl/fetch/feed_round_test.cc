// Rounds of a crawl are in tests/tools/fetch_feeds_test.py.
#include "crawl/fetch/feed_round.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/spool.h"
#include "lines/line_stream.h"
#include "tests/support/temp_dir.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

std::vector<std::string> all_of(lines::LineStream& lines) {
  std::vector<std::string> all;
  for (std::string_view line; lines.next(line);) all.emplace_back(line);
  return all;
}

std::vector<std::string> due(FeedRound& round, std::string_view list,
                             std::string_view date) {
  return all_of(*round.due_feeds(*lines::lines_of(list), date, {}));
}

// A round that was finished.
void make_round(const tests::TempDir& dir) {
  std::filesystem::create_directory(dir / "20250101000000");
}

TEST(FeedRound, AsksForFeedsOfTheListAndThoseThatAreDue) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  // Captured once: due after four hours.
  dir.write("feeds.list",
            "http://a.example/ 20260101000000 0000000000000001 -\n"
            "http://b.example/ 20260101080000 0000000000000001 -\n");
  FeedRound round(dir.path(), "20260101100000", {}, none);
  EXPECT_EQ(
      due(round, "http://b.example/\nhttp://new.example\n# x\nftp://x/\n",
          "20260101100000"),
      (std::vector<std::string>{"http://a.example/", "http://new.example/"}));
  EXPECT_FALSE(round.is_idle());
  EXPECT_EQ(round.archives(), dir / "20260101100000");
}

TEST(FeedRound, ThatHasNothingToDoLeavesNothing) {
  tests::TempDir dir;
  NoProblems none;
  FeedRound round(dir.path(), "20260101100000", {}, none);
  EXPECT_TRUE(due(round, "", "20260101100000").empty());
  EXPECT_TRUE(round.is_idle());
  EXPECT_FALSE(std::filesystem::exists(round.archives()));
}

TEST(FeedRound, GoesOnUntilItIsFinished) {
  tests::TempDir dir;
  NoProblems none;
  const std::string list = "http://a.example/\n";
  {
    FeedRound round(dir.path(), "20260101100000", {}, none);
    EXPECT_EQ(due(round, list, "20260101100000").size(), 1U);
  }
  FeedRound again(dir.path(), "20260101110000", {}, none);
  EXPECT_EQ(again.archives(), dir / "20260101100000");
  EXPECT_EQ(due(again, list, "20260101110000").size(), 1U);
  EXPECT_TRUE(all_of(*again.new_items()).empty());
  EXPECT_EQ(again.finish(), "");
  EXPECT_EQ(FeedRound(dir.path(), "20260101110000", {}, none).archives(),
            dir / "20260101110000");
  // Clocks may stand still, or go back.
  EXPECT_EQ(FeedRound(dir.path(), "20260101100000", {}, none).archives(),
            dir / "20260101100001");
}

TEST(FeedRound, ReplacesNoFilesOfOthers) {
  for (const char* name : {"captures.cdx", "feeds.list", "failed.list"}) {
    tests::TempDir dir;
    NoProblems none;
    dir.write(name, "http://a.example/ 20260101000000 - -\n");
    EXPECT_THROW(FeedRound(dir.path(), "20260101100000", {}, none), UsageError)
        << name;
    make_round(dir);
    EXPECT_NO_THROW(FeedRound(dir.path(), "20260101100000", {}, none));
  }
}

TEST(FeedRound, KeepsLongListsInTheFolderForTemporaryFiles) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  std::string lines;
  while (lines.size() < io::Spool::kMemory) {
    lines += "http://a.example/" + std::to_string(lines.size()) +
             std::string(900, 'x') + "\t20260101000000\t-\thttp://a/\t-\n";
  }
  dir.write("failed.list", lines);
  lines::SortOptions sort;
  sort.tmpdir = dir / "none";
  FeedRound round(dir.path(), "20260102000000", sort, none);
  EXPECT_TRUE(due(round, "", "20260102000000").empty());
  EXPECT_THROW((void)round.new_items(), IoError);
}

TEST(FeedRound, AnItemThatFailsIsTriedAfterLongerAndLongerWaits) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  const std::string item =
      "http://a.example/1\t20260101000000\t-\thttp://a.example/\t-";
  dir.write("failed.list", item + "\t20260101000000\t0\n");
  std::vector<std::string> asked;
  // Each half an hour.
  for (int half = 0; half < 2 * 24 * 3; ++half) {
    const std::string now = warc::date14_of_seconds(
        warc::last_second("20260101000000") + half * 1800);
    FeedRound round(dir.path(), now, {}, none);
    EXPECT_TRUE(due(round, "", now).empty());
    if (round.is_idle()) continue;
    asked.push_back(now);
    EXPECT_EQ(all_of(*round.new_items()), std::vector<std::string>{item});
    round.note_failed("http://a.example/1");
    EXPECT_EQ(round.finish(), "");
  }
  EXPECT_EQ(asked, (std::vector<std::string>{"20260101000000", "20260101010000",
                                             "20260101070000", "20260102070000",
                                             "20260103070000"}));
  EXPECT_EQ(tests::read_file(dir / "failed.list"),
            item + "\t20260104070000\t5\n");
}

TEST(FeedRound, AnItemThatWaitsIsNotAskedForWithAnother) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  const std::string waits =
      "http://a.example/1\t20260101000000\t-\thttp://a.example/\t-";
  const std::string due_now =
      "http://a.example/2\t20260101000000\t-\thttp://a.example/\t-";
  dir.write("failed.list", waits + "\t20260102000001\t2\n" + due_now +
                               "\t20260102000000\t1\n");
  FeedRound round(dir.path(), "20260102000000", {}, none);
  EXPECT_TRUE(due(round, "", "20260102000000").empty());
  EXPECT_EQ(all_of(*round.new_items()), std::vector<std::string>{due_now});
  EXPECT_EQ(round.counts().again, 1U);
  EXPECT_EQ(round.counts().waiting, 1U);
  EXPECT_EQ(round.finish(), "");
  EXPECT_EQ(tests::read_file(dir / "failed.list"),
            waits + "\t20260102000001\t2\n");
}

TEST(FeedRound, DatesThatAreNoneOrTooFarAheadDoNotWait) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  const std::string item = "http://a.example/1\t20260101000000\t-\tx\t-";
  for (const char* date : {"20991231000000", "20260103000001", "2026010200000x",
                           "zzz", "202601030"}) {
    dir.write("failed.list", item + '\t' + date + "\t2\n");
    FeedRound round(dir.path(), "20260102000000", {}, none);
    EXPECT_TRUE(due(round, "", "20260102000000").empty());
    EXPECT_FALSE(round.is_idle()) << date;
    EXPECT_EQ(all_of(*round.new_items()), std::vector<std::string>{item});
    round.note_failed("http://a.example/1");
    EXPECT_EQ(round.finish(), "");
    EXPECT_EQ(tests::read_file(dir / "failed.list"),
              item + "\t20260103000000\t3\n");
  }
}

TEST(FeedRound, ItemsThatWaitedForAWeekAreGivenUp) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  const std::string young =
      "http://a.example/1\t20260101000000\t-\tx\t-\t20260102000001\t2\n";
  const std::string old =
      "http://a.example/2\t20251220000000\t-\tx\t-\t20260102000001\t2\n";
  const std::string now = "20260102000000";
  dir.write("failed.list", young + old);
  {
    FeedRound round(dir.path(), now, {}, none);
    (void)due(round, "http://a.example/", now);
    EXPECT_TRUE(all_of(*round.new_items()).empty());
    EXPECT_EQ(round.counts().waiting, 1U);
    EXPECT_EQ(round.finish(), "");
    EXPECT_EQ(round.counts().given_up, 1U);
  }
  EXPECT_EQ(tests::read_file(dir / "failed.list"), young);
  // It was seen.
  dir.write("failed.list", old.substr(0, old.find("\t20260102")) + '\n');
  FeedRound later(dir.path(), now, {}, none);
  (void)due(later, "", now);
  EXPECT_TRUE(all_of(*later.new_items()).empty());
}

// A clock that had gone ahead gave them their dates.
TEST(FeedRound, ItemsWithDatesFarAheadAreTriedAsOftenAsInAWeek) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  dir.write("failed.list", "http://a.example/1\t20991231000000\t-\tx\t-\n");
  int tries = 0;
  for (int day = 1; day <= 20; ++day) {
    const std::string now = (day < 10 ? "2026010" : "202601") +
                            std::to_string(day) + "000000";
    FeedRound round(dir.path(), now, {}, none);
    EXPECT_TRUE(due(round, "", now).empty());
    if (round.is_idle()) continue;
    EXPECT_EQ(all_of(*round.new_items()).size(), 1U);
    ++tries;
    round.note_failed("http://a.example/1");
    EXPECT_EQ(round.finish(), "");
    EXPECT_EQ(round.counts().given_up, tries == 8 ? 1U : 0U);
  }
  EXPECT_EQ(tries, 8);  // after one that has no count
  EXPECT_EQ(tests::read_file(dir / "failed.list"), "");
}

TEST(FeedRound, ItemsThatFailedAreTriedForAWeek) {
  tests::TempDir dir;
  make_round(dir);
  NoProblems none;
  const std::string young =
      "http://a.example/1\t20260101000000\t-\thttp://a.example/\t-";
  const std::string old =
      "http://a.example/2\t20251220000000\t-\thttp://a.example/\t-";
  dir.write("failed.list", young + '\n' + old + '\n');
  FeedRound round(dir.path(), "20260102000000", {}, none);
  EXPECT_TRUE(due(round, "", "20260102000000").empty());
  EXPECT_FALSE(round.is_idle());
  EXPECT_EQ(all_of(*round.new_items()), (std::vector<std::string>{young, old}));
  round.note_failed("http://a.example/1");
  round.note_failed("http://a.example/2");
  EXPECT_EQ(round.finish(), "");
  EXPECT_EQ(tests::read_file(dir / "failed.list"),
            young + "\t20260102060000\t2\n");
}

}  // namespace
}  // namespace wax::crawl
