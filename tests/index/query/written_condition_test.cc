#include <gtest/gtest.h>

#include "index/query/query.h"
#include "index/schema/fields.h"

namespace wax::index {
namespace {

TEST(WrittenCondition, IsOfArabicWordsInQuotesAlone) {
  EXPECT_FALSE(written_condition(parse_query("heron")));
  EXPECT_FALSE(written_condition(parse_query("\"grey heron\"")));
  EXPECT_FALSE(written_condition(parse_query("الكتاب")));
  EXPECT_TRUE(written_condition(parse_query("\"الكتاب\"")));
}

TEST(WrittenCondition, AWordThatIsFoldedMustBeInTheFieldAsItIs) {
  const auto one = written_condition(parse_query("\"الكتاب\""));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->kind, Query::Kind::kExact);
  EXPECT_EQ(one->field, kExactField);
  ASSERT_FALSE(one->values.empty());
  EXPECT_EQ(one->values.front(), "الكتاب");
}

TEST(WrittenCondition, OfSeveralWordsAllMustHold) {
  const auto all = written_condition(parse_query("\"الكتاب الكبير\""));
  ASSERT_TRUE(all);
  EXPECT_EQ(all->kind, Query::Kind::kAnd);
  EXPECT_EQ(all->parts.size(), 2U);
}

}  // namespace
}  // namespace wax::index
