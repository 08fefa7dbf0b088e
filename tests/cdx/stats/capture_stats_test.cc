#include "cdx/stats/capture_stats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

class Stats : public testing::Test {
 protected:
  CaptureStats of(const std::string& text, size_t top = 10,
                  uint64_t memory = 1 << 20) {
    StatsOptions options;
    options.top = top;
    options.sort.memory = memory;
    return capture_stats({directory_.write("in.cdx", text)}, options,
                         problems_);
  }
  tests::TempDir directory_;
  NoProblems problems_;
};

TEST_F(Stats, TellsFirstDuplicateAndRevisit) {
  CaptureStats stats =
      of(" CDX N b m s k S\n"
         "com,a)/ 20070101000000 text/html 200 AAAA 100\n"
         "com,a)/ 20070201000000 text/html 200 AAAA 110\n"
         "com,a)/ 20070301000000 warc/revisit - AAAA 20\n"
         "com,a)/b 20070301000000 warc/revisit - BBBB 20\n"
         "com,a)/c 20070301000000 warc/revisit - - 20\n"
         "com,a:80)/ 20070301000000 text/css 404 - -\n"
         "com,a,www)/ x text/html 200 AAAA 90\n"
         "damaged\n");
  EXPECT_EQ(stats.all.captures, 7u);
  EXPECT_EQ(stats.all.bytes, 360u);
  EXPECT_EQ(stats.bad, 1u);
  EXPECT_EQ(stats.urls, 5u);
  EXPECT_EQ(stats.hosts, 3u);
  EXPECT_EQ(stats.versions, 2u);
  EXPECT_EQ(stats.digests, 2u);
  EXPECT_EQ(stats.without_digest, 2u);
  EXPECT_EQ(stats.duplicates.captures, 1u);
  EXPECT_EQ(stats.duplicates.bytes, 110u);
  EXPECT_EQ(stats.revisits.captures, 3u);
  EXPECT_EQ(stats.revisit_savings, 100u - 20u) << "the mean is 100";
  EXPECT_EQ(stats.revisits_unresolved, 2u);
  EXPECT_EQ(stats.months.at("2007-01").first.captures, 1u);
  EXPECT_EQ(stats.months.at("2007-02").duplicate.captures, 1u);
  EXPECT_EQ(stats.months.at("2007-03").revisit.captures, 3u);
  EXPECT_EQ(stats.months.at("-").first.captures, 1u);
  ASSERT_EQ(stats.top_hosts.size(), 3u);
  EXPECT_EQ(stats.top_hosts[0].first, "a.com");
  EXPECT_EQ(stats.top_hosts[0].second.captures, 5u);
  EXPECT_EQ(stats.mimes[0].first, "text/html");
}

TEST_F(Stats, RecordsThatAreNoPagesAreOfNoHost) {
  const std::string lines =
      "org,gnu)/log 20070101000000 metadata://gnu.org/log B 30\n"
      "com,a)/ 20070101000000 http://a.com/ A 100\n"
      "dns:a.com 20070101000000 dns:a.com C 20\n";
  for (const char* head : {" CDX N b a k S\n", " CDX N b m k S\n"}) {
    CaptureStats stats = of(head + lines);
    EXPECT_EQ(stats.all.captures, 3U);
    EXPECT_EQ(stats.hosts, head[9] == 'a' ? 1U : 2U) << "without URLs, keys";
  }
}

TEST_F(Stats, TakesFilesThatLackColumns) {
  CaptureStats stats = of(" CDX N b\ncom,a)/ 20070101000000\n");
  EXPECT_EQ(stats.all.captures, 1u);
  EXPECT_EQ(stats.without_digest, 1u);
  EXPECT_EQ(of("").all.captures, 0u);
}

TEST_F(Stats, AgreesWithANaiveModelInAnyOrder) {
  std::mt19937 random(9);
  std::vector<std::string> lines;
  std::set<std::string> urls, hosts, digests;
  std::set<std::pair<std::string, std::string>> versions;
  std::map<std::string, uint64_t> captures;
  uint64_t bodies = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string host = "com,h" + std::to_string(random() % 40);
    std::string key = host + ")/" + std::to_string(random() % 50);
    std::string digest =
        std::string(31, 'A') + static_cast<char>('A' + random() % 20);
    bool revisit = random() % 5 == 0;
    lines.push_back(key + " " + std::to_string(20000101000000 + i) + " u " +
                    (revisit ? "warc/revisit" : "a/b") + " 200 " + digest +
                    " 10");
    urls.insert(key);
    hosts.insert(host);
    digests.insert(digest);
    ++captures["h" + host.substr(5) + ".com"];
    if (revisit) continue;
    versions.insert({key, digest});
    ++bodies;
  }
  std::string text;
  std::shuffle(lines.begin(), lines.end(), random);
  for (const std::string& line : lines) text += line + "\n";
  // The memory makes it sort on disk.
  CaptureStats stats = of(text, 3, 64 << 10);
  EXPECT_EQ(stats.all.captures, lines.size());
  EXPECT_EQ(stats.urls, urls.size());
  EXPECT_EQ(stats.hosts, hosts.size());
  EXPECT_EQ(stats.digests, digests.size());
  EXPECT_EQ(stats.versions, versions.size());
  EXPECT_EQ(stats.duplicates.captures, bodies - versions.size());
  EXPECT_EQ(stats.revisits.captures, lines.size() - bodies);
  std::vector<std::pair<uint64_t, std::string>> expected;
  for (const auto& [host, n] : captures) expected.emplace_back(n, host);
  std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
  ASSERT_EQ(stats.top_hosts.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(stats.top_hosts[i].first, expected[i].second);
    EXPECT_EQ(stats.top_hosts[i].second.captures, expected[i].first);
  }
}

std::string shown(const CaptureStats& stats) {
  std::string text;
  for (uint64_t n :
       {stats.all.captures, stats.all.bytes, stats.urls, stats.hosts,
        stats.versions, stats.digests, stats.without_digest,
        stats.duplicates.captures, stats.duplicates.bytes,
        stats.revisits.captures, stats.revisits.bytes, stats.revisit_savings,
        stats.revisits_unresolved}) {
    text += std::to_string(n) + ' ';
  }
  auto add = [&](const std::string& name, const CaptureCount& count) {
    text += name + ' ' + std::to_string(count.captures) + ' ' +
            std::to_string(count.bytes) + '\n';
  };
  for (const auto& [name, month] : stats.months) {
    add(name, month.first);
    add(name, month.duplicate);
    add(name, month.revisit);
  }
  for (const auto* list : {&stats.mimes, &stats.statuses, &stats.top_hosts}) {
    for (const auto& [name, count] : *list) add(name, count);
  }
  return text;
}

// Sorted files are counted as they are read.
TEST_F(Stats, AreTheSameInAnyOrder) {
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::string> lines;
    size_t size = 1 + random() % 400;
    for (size_t i = 0; i < size; ++i) {
      auto pick = [&](const char* from, size_t n) {
        return std::string(1, from[random() % n]);
      };
      bool revisit = random() % 4 == 0;
      std::string digest =
          random() % 8 == 0 ? "-" : std::string(31, 'A') + pick("ABCDEFGH", 8);
      lines.push_back("com,h" + pick("01234", 5) + ")/" + pick("abc", 3) + " " +
                      "200" + pick("0123456789", 10) + "0" + pick("1234", 4) +
                      "01000000 u " + (revisit ? "warc/revisit" : "a/b") + " " +
                      pick("2345", 4) + "00 " + digest + " " +
                      std::to_string(random() % 200));
    }
    std::sort(lines.begin(), lines.end());
    auto joined = [&] {
      std::string text;
      for (const std::string& line : lines) text += line + "\n";
      return text;
    };
    std::string sorted = shown(of(joined()));
    std::shuffle(lines.begin(), lines.end(), random);
    ASSERT_EQ(shown(of(joined())), sorted) << "round " << round;
  }
}

TEST_F(Stats, TheFirstIsTheOldestWhereOnlyDatesAreOutOfOrder) {
  CaptureStats stats =
      of(" CDX N b m s k S\n"
         "com,a)/ 20070201000000 text/html 200 AAAA 110\n"
         "com,a)/ 20070101000000 text/html 200 AAAA 100\n");
  EXPECT_EQ(stats.months.at("2007-01").first.captures, 1u);
  EXPECT_EQ(stats.months.at("2007-02").duplicate.captures, 1u);
}

TEST_F(Stats, ReportBadLinesOnceWhenAFileIsReadTwice) {
  struct Count final : ProblemSink {
    void report(Problem) override { ++reported; }
    int reported = 0;
  } problems;
  std::string path =
      directory_.write("b.cdx",
                       "com,b)/ 20070101000000 u a/b 200 A 1\nbad\n"
                       "com,a)/ 20070101000000 u a/b 200 A 1\nworse\n");
  CaptureStats stats = capture_stats({path}, {}, problems);
  EXPECT_EQ(stats.bad, 2u);
  EXPECT_EQ(stats.all.captures, 2u);
  EXPECT_EQ(problems.reported, 2);
}

}  // namespace
}  // namespace wax::cdx
