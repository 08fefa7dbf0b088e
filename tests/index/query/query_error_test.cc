#include "index/query/query_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

TEST(QueryErrorTest, AnErrorPointsAtItsCharacter) {
  try {
    (void)parse_query("äöü titel:keep");
    FAIL();
  } catch (const QueryError& error) {
    EXPECT_EQ(error.character(), 5U);
    EXPECT_THAT(error.what(), testing::EndsWith("\n  äöü titel:keep\n      ^"));
  }
}

TEST(QueryErrorTest, LongQueriesAreShownAroundTheCharacter) {
  std::string query(200, 'a');
  QueryError error(query, 100, "why");
  EXPECT_EQ(error.character(), 101U);
  EXPECT_EQ(error.reason(), "why");
  EXPECT_EQ(std::string(error.what()), "query: at character 101: why\n  ..." +
                                           std::string(80, 'a') + "...\n" +
                                           std::string(65, ' ') + "^");
}

TEST(QueryErrorTest, LineBreaksAndTabsAreShownAsSpaces) {
  QueryError error("a\n\tb", 3, "why");
  EXPECT_THAT(error.what(), testing::EndsWith("\n  a  b\n     ^"));
}

}  // namespace
}  // namespace wax::index
