#include "rank/view_counts.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "lines/sort.h"
#include "tests/rank/support.h"

namespace wax::rank {
namespace {

class Given final : public CountSource {
 public:
  explicit Given(std::vector<std::pair<std::string, uint64_t>> views)
      : views_(std::move(views)) {}
  bool next(KeyCount& views) override {
    if (at_ == views_.size()) return false;
    // Only the last one is valid.
    key_ = views_[at_].first;
    views = {key_, views_[at_++].second};
    return true;
  }

 private:
  std::vector<std::pair<std::string, uint64_t>> views_;
  size_t at_ = 0;
  std::string key_;
};

TEST(KeyCounts, HaveOneSpaceAndANumber) {
  auto views = parse_key_count("com,example)/a 12");
  ASSERT_TRUE(views);
  EXPECT_EQ(views->key, "com,example)/a");
  EXPECT_EQ(views->count, 12U);
  EXPECT_EQ(parse_key_count("a 18446744073709551615")->count, UINT64_MAX);
  for (const char* bad : {"", "a", "a ", " 1", "a b 1", "a\tb 1", "a -1",
                          "a 1.5", "a 18446744073709551616", "a 1 "}) {
    EXPECT_FALSE(parse_key_count(bad)) << bad;
  }
}

TEST(KeyCounts, AreAddedUpToTheGreatestNumber) {
  EXPECT_EQ(added(1, 2), 3U);
  EXPECT_EQ(added(UINT64_MAX, 1), UINT64_MAX);
}

TEST(SummedLines, HaveEachKeyOnce) {
  auto lines = summed_lines(lines::lines_of("a 1\na 12\na! 3\nb 4\nb 4\n"), "");
  EXPECT_EQ(text_of(*lines), "a 13\na! 3\nb 8\n");
  EXPECT_EQ(text_of(*summed_lines(lines::lines_of(""), "")), "");
}

TEST(SummedLines, RefuseOtherLines) {
  auto lines = summed_lines(lines::lines_of("a 1\nb\n"), "views.gz");
  std::string_view line;
  EXPECT_THROW(static_cast<void>(lines->next(line)), lines::LineError);
}

TEST(CountedLines, GiveTheSumsWhateverMemoryThereIs) {
  std::mt19937 random(7);
  std::vector<std::pair<std::string, uint64_t>> views;
  std::map<std::string, uint64_t> sums;
  for (int i = 0; i < 50000; ++i) {
    std::string key = "key" + std::to_string(random() % 9000);
    key.append(random() % 40, 'x');
    const uint64_t count = random() % 5;
    sums[key] += count;
    views.emplace_back(std::move(key), count);
  }
  std::string expected;
  for (const auto& [key, sum] : sums) {
    expected += key + ' ' + std::to_string(sum) + '\n';
  }
  for (uint64_t memory : {uint64_t{0}, uint64_t{300'000}, uint64_t{1} << 26}) {
    auto lines = summed_lines(lines::sort_lines(counted_lines(
                                  std::make_unique<Given>(views), memory)),
                              "views");
    EXPECT_EQ(text_of(*lines), expected) << memory;
  }
}

}  // namespace
}  // namespace wax::rank
