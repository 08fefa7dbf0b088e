#include "posts/list/post_line.h"

#include <gtest/gtest.h>

namespace wax::posts {
namespace {

TEST(PostLine, HasNineColumnsAndPerhapsTheText) {
  auto line = PostLine::parse("1\t2010\ta\t-\tpost\t-\thttp://e.org/\t0\tf");
  ASSERT_TRUE(line);
  EXPECT_EQ((*line)[PostColumn::kId], "1");
  EXPECT_EQ((*line)[PostColumn::kLanguage], "");
  EXPECT_EQ((*line)[PostColumn::kFile], "f");
  EXPECT_EQ((*line)[PostColumn::kText], "");
  line = PostLine::parse("1\t-\t-\t-\tpost\t-\t-\t0\tf\thello you");
  ASSERT_TRUE(line);
  EXPECT_EQ((*line)[PostColumn::kText], "hello you");
  EXPECT_FALSE(PostLine::parse("1\t2010\ta\t-\tpost\t-\t-\t0"));
  line = PostLine::parse("-\t-\ta\t-\tdelete\t-\t-\t-\t-");
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->is_deletion());
  EXPECT_FALSE(PostLine::parse("-\t-\t-\t-\tdelete\t-\t-\t-\t-"));
  EXPECT_FALSE(PostLine::parse("-\t-\ta\t-\tpost\t-\t-\t0\tf"));
  EXPECT_FALSE(PostLine::parse("-\t-\t-\t-\tpost\t-\t-\t0\tf"));
  EXPECT_FALSE(PostLine::parse("1\tmonday\ta\t-\tpost\t-\t-\t0\tf"));
  EXPECT_FALSE(PostLine::parse(""));
}

}  // namespace
}  // namespace wax::posts
