#include "rank/rank_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "lines/line_stream.h"
#include "rank/rank_lookup.h"
#include "rank/rank_writer.h"
#include "tests/support/archives.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"
#include "text/csv.h"

namespace wax::rank {
namespace {

class TextOutput final : public io::Output {
 public:
  void write(std::string_view bytes) override { text += bytes; }
  void flush() override {}
  void finish() override { finished = true; }
  std::string text;
  bool finished = false;
};

class RankValues : public testing::Test {
 protected:
  void give(const std::string& rows, const std::string& map = {}) {
    folder_.write("rank-20210131.csv.gz",
                  tests::gzip_member("Entity,Rank\n" + rows));
    if (!map.empty()) folder_.write("keys.gz", tests::gzip_member(map));
  }
  ValueCounts write() {
    views_ = {};
    popularity_ = {};
    lines::SortOptions sort;
    sort.memory = 1 << 20;
    return write_values({folder_.path(), "20210131"}, sort, &views_,
                        &popularity_);
  }
  tests::TempDir folder_;
  TextOutput views_;
  TextOutput popularity_;
};

TEST_F(RankValues, AreThoseOfEntitiesWithoutAMap) {
  give("\"com,b)/\",70\n\"com,a)/\"\"q\"\"\",5\nplain,5\n\"com,c)/\",1\n");
  const ValueCounts counts = write();
  EXPECT_EQ(views_.text, "com,a)/\"q\" 5\ncom,b)/ 70\ncom,c)/ 1\nplain 5\n");
  // Equal views are equally popular.
  EXPECT_EQ(popularity_.text,
            "com,a)/\"q\" 75.00\ncom,b)/ 100.00\ncom,c)/ 25.00\nplain 75.00\n");
  EXPECT_EQ(counts.entities, 4U);
  EXPECT_EQ(counts.keys, 4U);
  EXPECT_TRUE(views_.finished && popularity_.finished);
}

TEST_F(RankValues, OfAMapAreThoseOfTheEntityOfAKey) {
  give("Q2,9\nQ1,4\nQ3,1\n", "com,a)/ Q1\ncom,b)/ Q2\ncom,c)/ Q1\nd Q9\n");
  const ValueCounts counts = write();
  EXPECT_EQ(views_.text, "com,a)/ 4\ncom,b)/ 9\ncom,c)/ 4\n");
  EXPECT_EQ(popularity_.text, "com,a)/ 66.66\ncom,b)/ 100.00\ncom,c)/ 66.66\n");
  EXPECT_EQ(counts.entities, 3U);
  EXPECT_EQ(counts.keys, 3U);
}

TEST_F(RankValues, OfEitherListMayBeLeftOut) {
  give("a,2\n");
  EXPECT_EQ(
      write_values({folder_.path(), "20210131"}, {}, nullptr, nullptr).keys,
      1U);
}

TEST_F(RankValues, FitIntoColumnsOfIntegers) {
  give("a,18446744073709551615\n");
  write();
  EXPECT_EQ(views_.text, "a 9223372036854775807\n");
}

TEST_F(RankValues, OfAnEmptyRankAreNone) {
  give("", "a Q1\n");
  EXPECT_EQ(write().keys, 0U);
  EXPECT_EQ(views_.text, "");
}

TEST_F(RankValues, NeedARank) {
  folder_.write("rank-20210131.csv.gz", tests::gzip_member("\n"));
  EXPECT_THROW(write(), lines::LineError);
  for (const char* rows : {"a\n", "a,\n", ",1\n", "\"a,1\n", "\"a\"b,1\n",
                           "a,b\n", "a,1\nb,2\n", "a 1\n"}) {
    give(rows);
    EXPECT_THROW(write(), lines::LineError) << rows;
  }
  EXPECT_THROW(
      (void)write_values({folder_.path(), "20210228"}, {}, nullptr, nullptr),
      IoError);
}

// As a model that holds all in memory.
TEST_F(RankValues, EqualThoseOfANaiveModel) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  std::vector<std::pair<uint64_t, std::string>> ranked;
  std::string map;
  std::map<std::string, std::string> entity_of;
  for (int i = 0; i < 300; ++i) {
    ranked.emplace_back(random() % 40, "e," + std::to_string(i));
    entity_of["key" + std::to_string(i)] =
        "e," + std::to_string(random() % 400);
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::string rows;
  std::map<std::string, uint64_t> views;
  for (const auto& [count, entity] : ranked) {
    text::append_csv(entity, rows);
    rows += ',' + std::to_string(count) + '\n';
    views[entity] = count;
  }
  std::string expected;
  std::string popular;
  for (const auto& [key, entity] : entity_of) {
    map.append(key).append(" ").append(entity).append("\n");
    const auto found = views.find(entity);
    if (found == views.end()) continue;
    expected += key + ' ' + std::to_string(found->second) + '\n';
    const auto more = std::count_if(
        ranked.begin(), ranked.end(),
        [&](const auto& other) { return other.first > found->second; });
    popular += key + ' ' +
               percentile(static_cast<uint64_t>(more) + 1, ranked.size()) +
               '\n';
  }
  give(rows, map);
  write();
  EXPECT_EQ(views_.text, expected);
  EXPECT_EQ(popularity_.text, popular);
}

}  // namespace
}  // namespace wax::rank
