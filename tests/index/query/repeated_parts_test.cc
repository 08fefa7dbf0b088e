#include "index/query/repeated_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace wax::index {
namespace {

using testing::ElementsAre;

// "word*times ..." of the different parts.
std::string counted(const std::string& text) {
  const Query query = parse_query(text);
  std::string out;
  for (const auto& [part, times] : repeated_parts(query.parts)) {
    out += part->words.empty() ? "?" : part->words.front().text;
    out += '*' + std::to_string(times) + ' ';
  }
  return out;
}

TEST(RepeatedParts, EqualPartsAreOneInTheOrderOfTheFirst) {
  EXPECT_EQ(counted("red heron red red"), "red*3 heron*1 ");
  EXPECT_EQ(counted("red OR heron OR heron"), "red*1 heron*2 ");
  EXPECT_EQ(counted("red title:red red* \"red\" red~1"),
            "red*1 red*1 red*1 red*1 red*1 ");
  EXPECT_EQ(counted("(a OR b) (a OR b) (b OR a)"), "?*2 ?*1 ");
  EXPECT_EQ(counted("(a b) (a b) (b a)"), "a*3 b*3 ");
  EXPECT_TRUE(repeated_parts({}).empty());
}

TEST(RepeatedParts, ManyAreFoundAsFewAre) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "w" + std::to_string(i % 100) + ' ';
  const Query query = parse_query(text);
  const std::vector<RepeatedPart> parts = repeated_parts(query.parts);
  ASSERT_EQ(parts.size(), 100U);
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].times, 3U);
    EXPECT_EQ(parts[i].query, &query.parts[i]);
  }
}

TEST(RepeatedParts, APartHasThePlaceOfTheFirstThatIsEqual) {
  const Query query = parse_query("a b a c b");
  std::vector<const Query*> parts;
  for (const Query& part : query.parts) parts.push_back(&part);
  EXPECT_THAT(first_equals(parts), ElementsAre(0, 1, 0, 3, 1));
}

}  // namespace
}  // namespace wax::index
