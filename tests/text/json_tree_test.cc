#include "text/json_tree.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

TEST(JsonTree, WhatIsNotJsonIsThrownOrDiscarded) {
  EXPECT_THROW((void)parse_json("{\"a\":"), nlohmann::json::parse_error);
  EXPECT_THROW((void)parse_ordered_json("{} {}"), nlohmann::json::parse_error);
  EXPECT_TRUE(try_parse_json("{\"a\":").is_discarded());
  EXPECT_TRUE(try_parse_json("").is_discarded());
  EXPECT_TRUE(try_parse_json("[1", 4).is_discarded());
  EXPECT_EQ(try_parse_json("[1,{\"a\":2}]"), parse_json("[1, {\"a\": 2}]"));
}

TEST(JsonTree, OrderIsThatOfTheTextWhereItIsAskedFor) {
  EXPECT_EQ(json_text(parse_json(R"({"b":1,"a":2})")), R"({"a":2,"b":1})");
  EXPECT_EQ(json_text(parse_ordered_json(R"({"b":1,"a":2})")),
            R"({"b":1,"a":2})");
}

TEST(JsonTree, LevelsThatAreTooDeepAreLeftOut) {
  const std::string deep(100'000, '[');
  EXPECT_TRUE(try_parse_json(deep, 10).is_discarded());
  EXPECT_EQ(json_text(try_parse_json(R"({"a":{"b":{"c":1}},"d":2})", 2)),
            R"({"a":{},"d":2})");
}

TEST(JsonTree, TextIsUtf8OrAsciiAndOddBytesAreReplaced) {
  const nlohmann::json tree = {"gr\xc3\xbcn\xff"};
  EXPECT_EQ(json_text(tree), "[\"gr\xc3\xbcn\xef\xbf\xbd\"]");
  EXPECT_EQ(json_text(tree, -1, JsonCharacters::kAscii),
            R"(["gr\u00fcn\ufffd"])");
  EXPECT_EQ(json_text(nlohmann::ordered_json{{"a", 1}}, 1), "{\n \"a\": 1\n}");
}

}  // namespace
}  // namespace wax::text
