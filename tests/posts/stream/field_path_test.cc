#include "posts/stream/field_path.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"

namespace wax::posts {
namespace {

TEST(FieldPath, LeadsToValues) {
  simdjson::dom::parser parser;
  const std::string json = R"({"a":{"b":"x","n":null,"i":12,"d":3.0,"f":1.5,
      "t":true},"l":[{"u":"1"},{"v":"2"},3],"s":["p","q"]})";
  const simdjson::dom::element value = parser.parse(json).value();
  auto text = [&](std::string_view path) {
    return FieldPath(path).text_of(value);
  };
  EXPECT_EQ(text("a.b"), "x");
  EXPECT_EQ(text("a.n|b"), "x");
  EXPECT_EQ(text("a.i"), "12");
  EXPECT_EQ(text("a.d"), "3");
  EXPECT_EQ(text("a.f"), "");
  EXPECT_EQ(text("a.t"), "");
  EXPECT_EQ(text("a"), "");
  EXPECT_EQ(text("a.b.c"), "");
  EXPECT_EQ(text("l[].v"), "2");
  EXPECT_EQ(text("s[]"), "p");
  EXPECT_FALSE(FieldPath("a.n").is_in(value));
  EXPECT_TRUE(FieldPath("a.t").is_in(value));
  std::string all;
  FieldPath("l[].u|v").each_of(
      value, [&](simdjson::dom::element one) { all += text_of(one); });
  EXPECT_EQ(all, "12");
  EXPECT_EQ(FieldText("at://{a.b}/{s[]}!").of(value), "at://x/p!");
  EXPECT_EQ(FieldText("at://{a.b}/{none}").of(value), "");
}

TEST(FieldPath, OtherTextsAreRefused) {
  for (const char* bad : {"", ".", "a.", "a[", "a]", "[]", "a||b"}) {
    EXPECT_THROW(FieldPath{bad}, UsageError) << bad;
  }
  EXPECT_THROW(FieldText{"{a"}, UsageError);
}

}  // namespace
}  // namespace wax::posts
