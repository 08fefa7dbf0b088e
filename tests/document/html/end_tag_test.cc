#include "document/html/end_tag.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

TEST(EndTag, EndsANameAtSpaceSlashAndBracket) {
  for (char c : {' ', '\t', '\n', '\f', '\r', '/', '>'}) {
    EXPECT_TRUE(ends_tag_name(std::string(1, c), 0)) << c;
  }
  for (char c : {'a', '-', '<', '=', '\v', '\0'}) {
    EXPECT_FALSE(ends_tag_name(std::string(1, c), 0)) << c;
  }
  EXPECT_TRUE(ends_tag_name("a", 1));
}

TEST(EndTag, IsFoundByItsWholeName) {
  const struct {
    std::string_view page;
    std::string_view name;
    size_t at;
  } kCases[] = {
      {"a</title>", "title", 1},         {"a</TiTlE >b", "title", 1},
      {"</title/>", "title", 0},         {"</title", "title", 0},
      {"</titles></title>", "title", 9}, {"</tit</title>", "title", 5},
      {"</</title>", "title", 2},        {"</ title>", "title", kNowhere},
      {"<title>", "title", kNowhere},    {"</titl", "title", kNowhere},
      {"</", "title", kNowhere},         {"", "title", kNowhere},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(find_end_tag(c.page, 0, c.name), c.at) << c.page;
  }
  EXPECT_EQ(find_end_tag("</p></p>", 1, "p"), 4u);
  EXPECT_EQ(find_end_tag("</b></p>", 0, "p", "b"), 0u);
  EXPECT_EQ(find_end_tag("</b></p>", 1, "p", "b"), 4u);
  EXPECT_EQ(find_end_tag("</p>", 4, "p"), kNowhere);
}

TEST(EndTag, OfAScriptDoesNotCountInACommentWithAScript) {
  const std::pair<std::string_view, size_t> kCases[] = {
      {"x</script>", 1},
      {"x</SCRIPT\n>", 1},
      {"<!--</script>", 4},
      {"<!--<script></script></script>", 21},
      {"<!--<script>--></script>", 15},
      {"<!--<scripty></script>", 13},
      {"<!--><script></script>", 13},
      {"<!-- <script></script>--></script>", 25},
      {"<!--<script></script>", kNowhere},
      {"<!--<script>", kNowhere},
      {"<script></script>", 8},
      {"</scripts>", kNowhere},
      {"", kNowhere},
  };
  for (const auto& [page, at] : kCases) {
    EXPECT_EQ(find_script_end(page, 0), at) << page;
  }
}

}  // namespace
}  // namespace wax::document
