#include "index/query/quotes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace wax::index {
namespace {

std::string quoted(std::string_view text) {
  const size_t end = closing_quote(text, 0);
  if (end == text.npos) return "-";
  const size_t begin = quote_length(text, 0);
  return std::string(text.substr(begin, end - begin));
}

TEST(Quotes, AreClosedByAnyOther) {
  const char* const cases[][2] = {{"\"a b\"", "a b"},
                                  {"“a b”", "a b"},
                                  {"\"a b”", "a b"},
                                  {"„a b\"", "a b"},
                                  {"„a b“", "a b"},
                                  {"❝a b❞", "a b"},
                                  {"〝a b〟", "a b"},
                                  {"«a b»", "a b"},
                                  {"»a b«", "a b"},
                                  {"「東京」x", "東京"},
                                  {"\"a “b” c\"", "a “b” c"},
                                  {"«a “b” c»", "a “b” c"},
                                  {"“a \"b\" c”", "a \"b\" c"},
                                  {"\"a\\\"b\"", "a\\\"b"},
                                  {"\"צה\"ל\"", "צה\"ל"},
                                  {"\"a b", "-"},
                                  {"” AND \"a b\"", "-"},
                                  {"a", "-"}};
  for (const auto& [text, inside] : cases) {
    EXPECT_EQ(quoted(text), inside) << text;
  }
}

TEST(Quotes, ApostrophesAndHebrewAbbreviationsAreNone) {
  EXPECT_EQ(quote_length("’a", 0), 0U);
  EXPECT_EQ(quote_length("צה\"ל", 4), 0U);
  EXPECT_EQ(quote_length("\"", 0), 1U);
  EXPECT_EQ(quote_length("”", 0), 3U);
  EXPECT_EQ(quote_length("", 0), 0U);
}

}  // namespace
}  // namespace wax::index
