#include "cdx/json_form.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(JsonForm, FlattensLeavesByTheirNearestKey) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"a": "b", "c": {"a": 2}, "d": "e"})", "a=b&a.2_=2&d=e"},
      {R"([{"a": "b"}, {"d": "e"}, "left out", false, null, 0])", "a=b&d=e"},
      {R"({"x": [1, [2, {"y": 3}, 4]]})", "x=1&x.2_=2&y=3&x.3_=4"},
      {R"({"a": 1, "a": 2, "b": 3})", "a=2&b=3"},
      {R"({"a.2_": 1, "a": 2, "b": {"a": 3}})", "a.2_=3&a=2"},
      {R"({"a": "", "b": {}, "c": []})", "a="},
      {R"("text")", ""},
      {R"(5)", ""},
      {" [ ] ", ""},
      {"\xef\xbb\xbf{\"a\": 1}", "a=1"},
  };
  for (const auto& [json, form] : cases) {
    EXPECT_EQ(json_as_form(json), form) << json;
  }
}

TEST(JsonForm, WritesScalarsAsScriptsWould) {
  const std::pair<const char*, const char*> cases[] = {
      {"true", "true"},
      {"null", "null"},
      {"44.0", "44"},
      {"35.7", "35.7"},
      {"1e5", "100000"},
      {"1E-7", "1e-07"},
      {"0.0001", "0.0001"},
      {"-0", "0"},
      {"-0.0", "0"},
      {"12345678901234567890", "12345678901234567890"},
      {"1e21", "1000000000000000000000"},
      {R"("a+b&c= d")", "a%2Bb%26c%3D+d"},
      {R"("\u00e9\ud83d\ude00\n\"\\\/")", "%C3%A9%F0%9F%98%80%0A%22%5C%2F"},
  };
  for (const auto& [json, text] : cases) {
    EXPECT_EQ(json_as_form(std::string("{\"k\": ") + json + "}"),
              std::string("k=") + text)
        << json;
  }
}

TEST(JsonForm, TakesOneDocumentALineOnDemand) {
  const std::string two = "{\"a\": \"b\"}\n{\"c\": {\"a\": 2}}";
  EXPECT_EQ(json_as_form(two, JsonLines::kYes), "a=b&a.2_=2");
  EXPECT_FALSE(json_as_form(two));
  EXPECT_FALSE(json_as_form(two + "\n\n", JsonLines::kYes));
  EXPECT_FALSE(json_as_form("{\"a\": 1}\nnot json", JsonLines::kYes));
  EXPECT_EQ(json_as_form("{\"a\":\n1}\n"), "a=1");
}

TEST(JsonForm, TakesNumbersThatAreNoneAsPythonDoes) {
  EXPECT_EQ(json_as_form("{\"a\": NaN}"), "a=nan");
  EXPECT_EQ(json_as_form("[Infinity]"), "");
  EXPECT_EQ(json_as_form("{\"a\": 1e-999}"), "a=0");
  for (const char* text : {"{\"a\": -Infinity}", "{\"a\": 1e999}"}) {
    EXPECT_FALSE(json_as_form(text)) << text;
  }
}

TEST(JsonForm, RefusesTextThatIsNoUnicode) {
  for (const char* text : {"{\"a\": \"\xe9\"}", "{\"a\": \"\\ud800\"}",
                           "[\"\xed\xa0\x80\"]", "{\"\\udc00\": 1}"}) {
    EXPECT_FALSE(json_as_form(text)) << text;
  }
  // Nothing is written of a leaf without a name.
  EXPECT_EQ(json_as_form("[\"\\ud800\"]"), "");
}

TEST(JsonForm, RefusesWhatIsNoJson) {
  for (const char* text : {"",
                           " ",
                           "not json",
                           "{",
                           "{\"a\"}",
                           "{\"a\": }",
                           "[1,]",
                           "[1 2]",
                           "{\"a\": 1,}",
                           "{'a': 1}",
                           "01",
                           "1.",
                           "1e",
                           "-",
                           "+1",
                           "nan",
                           "tru",
                           "\"a",
                           "\"\\x\"",
                           "\"\\u12g4\"",
                           "\"a\nb\"",
                           "{\"a\": 1}{\"a\": 2}"}) {
    EXPECT_FALSE(json_as_form(text)) << text;
  }
}

TEST(JsonForm, BoundsItsDepth) {
  EXPECT_TRUE(json_as_form(std::string(400, '[') + std::string(400, ']')));
  EXPECT_FALSE(json_as_form(std::string(100000, '[')));
}

TEST(FormValue, KeepsOnlyWhatNeedsNoEscape) {
  std::string form;
  append_form_value("aZ09_.-~ /\xff", form);
  EXPECT_EQ(form, "aZ09_.-~+%2F%FF");
}

}  // namespace
}  // namespace wax::cdx
