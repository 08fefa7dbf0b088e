#include "rank/entity_views.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/rank/support.h"

namespace wax::rank {
namespace {

std::string joined(const std::vector<std::string>& months, const char* map,
                   JoinCounts& counts) {
  std::vector<std::unique_ptr<lines::LineStream>> views;
  for (const std::string& month : months) {
    views.push_back(lines::lines_of(month));
  }
  auto mapped = map == nullptr ? nullptr : lines::lines_of(map);
  return text_of(
      *entity_lines(std::move(views), std::move(mapped), {}, counts));
}

TEST(Signals, AreSumSteadyViewsAndMonths) {
  auto of = [](const std::vector<uint64_t>& months) {
    Signals signals = signals_of(months);
    return std::vector<uint64_t>{signals.views, signals.steady, signals.months};
  };
  using Numbers = std::vector<uint64_t>;
  EXPECT_EQ(of({}), (Numbers{0, 0, 0}));
  EXPECT_EQ(of({0, 5, 0}), (Numbers{5, 5, 1}));
  // A burst of one month counts as three usual ones.
  EXPECT_EQ(of({10, 10, 100000, 10, 0}), (Numbers{100030, 60, 4}));
  // The median of 1 and 4 is 2.5, three times that 7.5.
  EXPECT_EQ(of({1, 4}), (Numbers{5, 5, 2}));
  EXPECT_EQ(of({1, 100}), (Numbers{101, 101, 2}));
  EXPECT_EQ(of({1, 2, 3, 100}), (Numbers{106, 13, 4}));
  EXPECT_EQ(of({UINT64_MAX, UINT64_MAX}), (Numbers{UINT64_MAX, UINT64_MAX, 2}));
}

TEST(EntityLines, AreSumsOverKeysAndMonths) {
  JoinCounts counts;
  EXPECT_EQ(
      joined({"am/zurich 7\naz/simona 2\n",
              "am/zurich 1\naz/simona 58\naz/surix 5\nca/winterthur 11\n"},
             "af/wards Q7969215\nam/zurich Q72\naz/simona Q7197\n"
             "az/surix Q72\n",
             counts),
      "Q7197 60 60 2\nQ72 13 13 2\n");
  EXPECT_EQ(counts.keys, 4U);
  EXPECT_EQ(counts.unmapped, 1U);
  EXPECT_EQ(counts.unmapped_views, 11U);
}

TEST(EntityLines, CountTheLastKeyOfAll) {
  JoinCounts counts;
  EXPECT_EQ(joined({"a 1\n", "z 2\n"}, "z Q1\n", counts), "Q1 2 2 1\n");
  EXPECT_EQ(counts.unmapped, 1U);
}

TEST(EntityLines, AreKeysWithoutAMap) {
  JoinCounts counts;
  EXPECT_EQ(joined({"a 1\nb 0\n", "a 4\nc 8589934592\n"}, nullptr, counts),
            "a 5 5 2\nc 8589934592 8589934592 1\n");
  EXPECT_EQ(counts.keys, 2U);
}

TEST(EntityLines, RefuseMonthsOutOfOrder) {
  JoinCounts counts;
  EXPECT_THROW(joined({"b 1\na 1\n"}, nullptr, counts), lines::LineError);
  EXPECT_THROW(joined({"a 1\na 1\n"}, nullptr, counts), lines::LineError);
}

TEST(EntityLines, AgreeWithAModel) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<std::string> months;
    std::map<std::string, std::string> map;
    std::map<std::string, std::vector<uint64_t>> sums;
    std::string map_text;
    for (int key = 0; key < 50; ++key) {
      if (random() % 4 == 0) continue;
      map["k" + std::to_string(key)] = "Q" + std::to_string(random() % 20);
    }
    for (const auto& [key, entity] : map) map_text += key + ' ' + entity + '\n';
    const size_t size = 1 + random() % 13;
    for (size_t month = 0; month < size; ++month) {
      std::map<std::string, uint64_t> views;
      for (int i = 0; i < 30; ++i) {
        views["k" + std::to_string(random() % 50)] = random() % 1000;
      }
      std::string text;
      for (const auto& [key, count] : views) {
        text += key + ' ' + std::to_string(count) + '\n';
        if (!map.contains(key) || count == 0) continue;
        auto& of_entity = sums[map[key]];
        of_entity.resize(size);
        of_entity[month] += count;
      }
      months.push_back(text);
    }
    std::string expected;
    for (const auto& [entity, views] : sums) {
      const Signals signals = signals_of(views);
      expected += entity + ' ' + std::to_string(signals.views) + ' ' +
                  std::to_string(signals.steady) + ' ' +
                  std::to_string(signals.months) + '\n';
    }
    JoinCounts counts;
    EXPECT_EQ(joined(months, map_text.c_str(), counts), expected);
  }
}

TEST(EntityLines, SumsThatStopAreTold) {
  JoinCounts counts;
  const std::string sums = joined(
      {"a 18446744073709551614\nb 18446744073709551614\nc 5\n", "a 1\nb 2\n"},
      nullptr, counts);
  Reports reports;
  auto told =
      told_entities(lines::lines_of(std::string_view(sums)), "sums", reports);
  EXPECT_EQ(text_of(*told), sums);
  EXPECT_EQ(reports.texts,
            (std::vector<std::string>{
                "rank-too-many-views: a has 2^64 - 1 views or more: sums stop "
                "there",
                "rank-too-many-views: b has 2^64 - 1 views or more: sums stop "
                "there"}));
}

TEST(MapLines, AreSortedAndKeepOneEntityOfAKey) {
  Reports reports;
  auto lines = map_lines(
      lines::lines_of("b Q2\n# note\nb Q10\na Q1\nbad\na\tb Q3\nb Q2\n"), "map",
      {}, reports);
  EXPECT_EQ(text_of(*lines), "a Q1\nb Q10\n");
  ASSERT_EQ(reports.texts.size(), 3U);
  EXPECT_EQ(reports.texts[0],
            "rank-bad-line: line 5 is not \"key entity\": bad");
  EXPECT_EQ(reports.texts[2],
            "rank-key-twice: the key \"b\" has another entity, too: \"Q2\"");
}

}  // namespace
}  // namespace wax::rank
