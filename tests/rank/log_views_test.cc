#include "rank/log_views.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "rank/recent_table.h"
#include "tests/rank/support.h"
#include "tests/support/temp_dir.h"
#include "warc/record/date.h"

namespace wax::rank {
namespace {

// A line of a second after 1 March 2021, 12:00 UTC.
std::string line_at(int64_t second, const std::string& client,
                    const std::string& url,
                    const std::string& agent = "Firefox",
                    const std::string& status = "200",
                    const std::string& method = "GET") {
  const std::string date = warc::date14_of_seconds(1614600000 + second);
  EXPECT_EQ(date.substr(0, 6), "202103");
  return client + " - - [" + date.substr(6, 2) +
         "/Mar/2021:" + date.substr(8, 2) + ':' + date.substr(10, 2) + ':' +
         date.substr(12, 2) + " +0000] \"" + method + " /web/" + url +
         " HTTP/1.1\" " + status + " 5 \"-\" \"" + agent + "\"\n";
}

class LogViewsTest : public testing::Test {
 protected:
  // The views of some logs, and their counts.
  std::string views(const std::vector<std::string>& logs, uint64_t jobs = 1) {
    std::vector<InputFile> files;
    for (const std::string& log : logs) {
      const std::string name = "log" + std::to_string(files.size());
      files.push_back({name, folder_.write(name, log)});
    }
    counts_ = LogCounts();
    reports_.texts.clear();
    auto source = log_views(files, rules_, 1 << 24, jobs, reports_, counts_);
    std::map<std::string, uint64_t> sums;
    for (KeyCount view; source->next(view);) {
      sums[std::string(view.key)] += view.count;
    }
    std::string text;
    for (const auto& [key, count] : sums) {
      text += key + ' ' + std::to_string(count) + '\n';
    }
    uint64_t all = 0;
    for (uint64_t count : counts_.by_reason) all += count;
    EXPECT_EQ(all, counts_.lines);
    return text;
  }

  tests::TempDir folder_;
  LogRules rules_;
  LogCounts counts_;
  Reports reports_;
};

const std::string kPage = "20200101000000/http://example.com/";

TEST_F(LogViewsTest, CountPagesAndTellWhyOthersAreNone) {
  EXPECT_EQ(
      views({line_at(0, "192.0.2.1", kPage + "a") +
             line_at(1, "192.0.2.1",
                     "20200101000000mp_/http://www.example.com/b") +
             line_at(2, "192.0.2.1",
                     "20200101000000im_/http://example.com/i.png") +
             line_at(3, "192.0.2.1", kPage + "a") +
             line_at(4, "192.0.2.1", "2020*/http://example.com/a") +
             line_at(5, "192.0.2.2", kPage + "a", "Googlebot/2.1") +
             line_at(6, "192.0.2.2", kPage + "a", "Firefox", "302") +
             line_at(7, "192.0.2.2", kPage + "a", "Firefox", "200", "HEAD") +
             "no log line of 192.0.2.9\n" +
             line_at(8, "192.0.2.2", kPage + "a", "Firefox", "304") +
             line_at(9, "192.0.2.2", kPage + "a")}),
      "2021-03com,example)/a 2\n2021-03com,example)/b 1\n");
  EXPECT_EQ(log_counts_json(counts_),
            "{\"lines\":11,\"counted\":3,\"modifier\":1,\"repeat\":1,\"query\":"
            "1,\"robot\":1,\"status\":2,\"method\":1,\"malformed\":1,"
            "\"months\":{\"2021-03\":3},\"examples\":{"
            R"("counted":{"file":"log0","line":1,"text":"com,example)/a"},)"
            R"("modifier":{"file":"log0","line":3,"text":)"
            R"("GET /web/20200101000000im_/http://example.com/i.png 200"},)"
            R"("repeat":{"file":"log0","line":4,"text":"com,example)/a"},)"
            R"("query":{"file":"log0","line":5,"text":)"
            R"("GET /web/2020*/http://example.com/a 200"},)"
            R"("robot":{"file":"log0","line":6,"text":)"
            R"("GET /web/20200101000000/http://example.com/a 200"},)"
            R"("status":{"file":"log0","line":7,"text":)"
            R"("GET /web/20200101000000/http://example.com/a 302"},)"
            R"("method":{"file":"log0","line":8,"text":)"
            R"("HEAD /web/20200101000000/http://example.com/a 200"},)"
            R"("malformed":{"file":"log0","line":9,"text":)"
            "\"no time in brackets\"}}}\n");
  // The line is not shown: it may have an address.
  EXPECT_EQ(reports_.texts,
            std::vector<std::string>{
                "rank-bad-log-line: line 9 has no time in brackets"});
}

// Robots by their list are found before those by their rate.
TEST_F(LogViewsTest, HaveTheFirstLineOfEachReasonAsExample) {
  rules_.robot_rate = 1;
  const std::string first = line_at(0, "192.0.2.1", kPage + "a");
  const std::string fast = line_at(1, "192.0.2.1", kPage + "b");
  const std::string robot = line_at(2, "192.0.2.2", kPage + "c", "Examplebot");
  auto example = [&](const std::vector<std::string>& logs) {
    views(logs, 3);
    const LogExample& robots =
        counts_.examples[static_cast<size_t>(LogReason::kRobot)];
    return robots.file + ' ' + std::to_string(robots.line) + ' ' + robots.text;
  };
  EXPECT_EQ(example({first + fast + robot}), "log0 2 com,example)/b");
  EXPECT_EQ(example({robot + first + fast}),
            "log0 1 GET /web/20200101000000/http://example.com/c 200");
  EXPECT_EQ(example({first, fast, robot}), "log1 1 com,example)/b");
}

TEST_F(LogViewsTest, CountNotModifiedWhenAsked) {
  rules_.count_not_modified = true;
  EXPECT_EQ(views({line_at(0, "192.0.2.1", kPage, "Firefox", "304")}),
            "2021-03com,example)/ 1\n");
}

TEST_F(LogViewsTest, AreOfTheMonthInUtc) {
  EXPECT_EQ(views({"192.0.2.1 - - [01/Mar/2021:00:00:01 +0100] \"GET /web/" +
                   kPage + " HTTP/1.1\" 200 5\n" +
                   "192.0.2.2 - - [01/Mar/2021:01:00:00 +0100] \"GET /web/" +
                   kPage + " HTTP/1.1\" 200 5\n"}),
            "2021-02com,example)/ 1\n2021-03com,example)/ 1\n");
}

TEST_F(LogViewsTest, OfOneClientAreOneForHalfAnHour) {
  const std::string a = "192.0.2.1";
  EXPECT_EQ(views({line_at(0, a, kPage) + line_at(1800, a, kPage)}),
            "2021-03com,example)/ 1\n");
  EXPECT_EQ(views({line_at(0, a, kPage) + line_at(1801, a, kPage)}),
            "2021-03com,example)/ 2\n");
  // From the view that was counted.
  EXPECT_EQ(views({line_at(0, a, kPage) + line_at(1700, a, kPage) +
                   line_at(3400, a, kPage)}),
            "2021-03com,example)/ 2\n");
  // Across files, whatever their order is.
  EXPECT_EQ(views({line_at(100, a, kPage), line_at(0, a, kPage)}),
            "2021-03com,example)/ 1\n");
}

TEST_F(LogViewsTest, OfFastClientsAreOfRobots) {
  rules_.robot_rate = 3;
  std::string fast;
  for (int i = 0; i < 6; ++i) {
    fast += line_at(i, "192.0.2.1", kPage + std::to_string(i));
  }
  views({fast});
  EXPECT_EQ(counts_.by_reason[static_cast<size_t>(LogReason::kCounted)], 3U);
  EXPECT_EQ(counts_.by_reason[static_cast<size_t>(LogReason::kRobot)], 3U);
  // Until it pauses.
  views({fast + line_at(1000, "192.0.2.1", kPage) +
         line_at(3000, "192.0.2.1", kPage)});
  EXPECT_EQ(counts_.by_reason[static_cast<size_t>(LogReason::kCounted)], 4U);
  rules_.robot_rate = 0;
  views({fast});
  EXPECT_EQ(counts_.by_reason[static_cast<size_t>(LogReason::kCounted)], 6U);
}

// As logs of two servers have them: the second file goes back in time.
TEST_F(LogViewsTest, OfOverlappingFilesHaveNeitherRepeatsNorRobotsOfOtherDays) {
  constexpr int64_t kDay = 86400;
  const std::string a = "192.0.2.1";
  const std::string first =
      line_at(0, "192.0.2.9", kPage) + line_at(29 * kDay, a, kPage);
  std::string second = line_at(3600, "192.0.2.9", kPage);
  for (int i = 0; i < 100; ++i) {
    second += line_at(kDay + i * 21600, a, kPage + std::to_string(i / 2 * 2));
    if (i == 0) second += line_at(kDay + 60, a, kPage);
  }
  views({first, second});
  EXPECT_EQ(counts_.by_reason[static_cast<size_t>(LogReason::kCounted)], 104U);
}

// One line of an earlier hour, then a repeat.
TEST_F(LogViewsTest, AreRepeatsAfterALateLine) {
  const std::string a = "192.0.2.1";
  EXPECT_EQ(
      views({line_at(3600, a, kPage) + line_at(0, "192.0.2.2", kPage + "b") +
             line_at(3660, a, kPage)}),
      "2021-03com,example)/ 1\n2021-03com,example)/b 1\n");
}

// Some lines of a busy server are written late.
TEST_F(LogViewsTest, LittleOutOfOrderAreRepeatsAndOfRobots) {
  const std::string a = "192.0.2.1";
  EXPECT_EQ(views({line_at(50, a, kPage) + line_at(0, a, kPage)}),
            "2021-03com,example)/ 1\n");
  rules_.robot_rate = 3;
  std::string fast;
  for (int i = 0; i < 6; ++i) {
    fast += line_at(i % 2 == 0 ? i : 20 - i, a, kPage + std::to_string(i));
  }
  views({fast});
  EXPECT_EQ(counts_.by_reason[static_cast<size_t>(LogReason::kRobot)], 3U);
}

TEST_F(LogViewsTest, AreThoseOfAModelForAnyThreads) {
  rules_.robot_rate = 0;
  std::mt19937 random(3);
  std::string log;
  std::map<std::string, uint64_t> expected;
  std::map<std::string, int64_t> counted;
  int64_t second = 0;
  for (int i = 0; i < 60000; ++i) {
    second += random() % 30;
    const std::string client = "198.51.100." + std::to_string(random() % 40);
    const std::string page = std::to_string(random() % 300);
    log += line_at(second, client, kPage + page);
    const auto seen = counted.find(client + ' ' + page);
    if (seen != counted.end() && second - seen->second <= 1800) continue;
    counted[client + ' ' + page] = second;
    ++expected["2021-03com,example)/" + page];
  }
  std::string text;
  for (const auto& [key, count] : expected) {
    text += key + ' ' + std::to_string(count) + '\n';
  }
  for (uint64_t jobs : {1, 2, 5}) EXPECT_EQ(views({log}, jobs), text) << jobs;
}

TEST_F(LogViewsTest, TakeOneLineAndNone) {
  std::string line = line_at(0, "192.0.2.1", kPage);
  line.pop_back();
  EXPECT_EQ(views({line}), "2021-03com,example)/ 1\n");
  EXPECT_EQ(views({""}), "");
}

TEST(RecentTables, ForgetAfterTheWindow) {
  RecentTable<int> table(100, 1 << 20);
  table.at(5, 0) = 1;
  EXPECT_EQ(table.at(5, 99), 1);
  EXPECT_EQ(table.at(5, 150), 1);
  EXPECT_EQ(table.at(5, 249), 1);
  EXPECT_EQ(table.at(5, 1000), 0);
  for (uint64_t key = 0; key < 5000; ++key) table.at(key, 1001) = 7;
  for (uint64_t key = 0; key < 5000; ++key) EXPECT_EQ(table.at(key, 1002), 7);
  EXPECT_EQ(table.early(), 0U);
}

TEST(RecentTables, BeginAnewWhenTimeStaysBack) {
  RecentTable<int> table(100, 1 << 20);
  table.at(5, 10'000) = 1;
  // A late line forgets nothing.
  table.at(6, 5000) = 2;
  EXPECT_EQ(table.at(5, 10'001), 1);
  for (uint64_t key = 0; key <= RecentTable<int>::kMostEarlier; ++key) {
    table.at(100 + key, 5000) = 3;
  }
  table.at(7, 5050) = 4;
  EXPECT_EQ(table.at(7, 5149), 4);
  EXPECT_EQ(table.at(5, 5149), 0);
}

TEST(RecentTables, AreBounded) {
  RecentTable<int> table(100, 1024);
  for (uint64_t key = 1; key < 10000; ++key) table.at(key, 5) = 7;
  EXPECT_GT(table.early(), 0U);
  EXPECT_EQ(table.at(9999, 5), 7);
  EXPECT_EQ(table.at(1, 5), 0);
}

}  // namespace
}  // namespace wax::rank
