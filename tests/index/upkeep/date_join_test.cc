#include "index/upkeep/date_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::index {
namespace {

using testing::ElementsAre;

TEST(DateJoinTest, ASetIsSortedAndHasNoDateTwice) {
  std::vector<std::string> dates = {"3", "1", "3", "2", "1"};
  make_set(dates);
  EXPECT_THAT(dates, ElementsAre("1", "2", "3"));
}

TEST(DateJoinTest, LinesOfAVersionBeginAlikeAndOthersDoNot) {
  std::string a;
  append_version(a, "k", "sha1:A");
  std::string b;
  append_version(b, "k", "sha1:AB");
  EXPECT_EQ(version_size(a + "rest"), a.size());
  EXPECT_FALSE(b.starts_with(a));
}

TEST(DateJoinTest, PositionsSortAsNumbers) {
  std::string last;
  for (uint64_t position : {0ULL, 9ULL, 10ULL, 255ULL, 256ULL, 4294967296ULL}) {
    std::string line;
    append_position(line, position);
    EXPECT_LT(last, line);
    EXPECT_EQ(position_of(line + " x"), position);
    last = line;
  }
}

TEST(DateJoinTest, DatesAreGivenByPosition) {
  std::string lines;
  append_positioned(lines, 2, "20070101000000");
  lines += '\n';
  append_positioned(lines, 2, "20070102000000");
  lines += '\n';
  append_positioned(lines, 7, "20070103000000");
  lines += '\n';
  DatesByPosition dates(lines::lines_of(lines));
  std::vector<std::string> taken;
  EXPECT_EQ(dates.position(), 2U);
  dates.take(taken);
  EXPECT_THAT(taken, ElementsAre("20070101000000", "20070102000000"));
  EXPECT_EQ(dates.position(), 7U);
  dates.take(taken);
  EXPECT_EQ(taken.size(), 3U);
  EXPECT_EQ(dates.position(), UINT64_MAX);
  dates.take(taken);
  EXPECT_EQ(taken.size(), 3U);
}

TEST(DateJoinTest, TheChainDependsOnKeysDigestsAndOrder) {
  auto chain =
      [](std::initializer_list<std::pair<const char*, const char*>> keys) {
        KeyChain made;
        for (auto [urlkey, digest] : keys) made.add(urlkey, digest);
        return made.finish();
      };
  EXPECT_EQ(chain({{"a", "1"}, {"b", "2"}}), chain({{"a", "1"}, {"b", "2"}}));
  EXPECT_NE(chain({{"a", "1"}, {"b", "2"}}), chain({{"b", "2"}, {"a", "1"}}));
  EXPECT_NE(chain({{"a", "1"}}), chain({{"a", "2"}}));
  EXPECT_NE(chain({{"a", "1"}}), chain({}));
}

}  // namespace
}  // namespace wax::index
