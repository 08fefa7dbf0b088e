#include "posts/list/author_names.h"

#include <gtest/gtest.h>

namespace wax::posts {
namespace {

TEST(AuthorNames, AreTheBeginningOfHmacSha256) {
  // RFC 4231, test case 2.
  EXPECT_EQ(AuthorNames("Jefe").of("what do ya want for nothing?"),
            "5bdcc146bf60754e");
  EXPECT_NE(AuthorNames("a").of("x"), AuthorNames("b").of("x"));
}

TEST(AuthorNames, HaveARandomKeyThatNobodyGuesses) {
  EXPECT_EQ(random_author_key().size(), 32U);
  EXPECT_NE(random_author_key(), random_author_key());
}

}  // namespace
}  // namespace wax::posts
