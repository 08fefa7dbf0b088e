#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>
#include <string>

#include "cdx/request/request_encoder.h"
#include "tests/support/allocations.h"

namespace wax::cdx {
namespace {

TEST(JsonForm, FlattensLeavesByTheirNearestKey) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"a": "b", "c": {"a": 2}, "d": "e"})", "a=b&a.2_=2&d=e"},
      {R"([{"a": "b"}, {"d": "e"}, "left out", false, null, 0])", "a=b&d=e"},
      {R"({"x": [1, [2, {"y": 3}, 4]]})", "x=1&x.2_=2&y=3&x.3_=4"},
      {R"({"x": [[[[1, 2]]]], "y": {"z": [{"u": {"v": [[3]]}}]}})",
       "x=1&x.2_=2&v=3"},
      {R"({"x": [[], {"y": {}}, [[1]], []], "z": {"": {"w": 2}}})", "x=1&w=2"},
      {R"({"x": {"y": [1]}, "x": [[{"z": 2}]]})", "z=2"},
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

TEST(JsonForm, ReadsOneDocumentPerLineWhenAsked) {
  const std::string two = "{\"a\": \"b\"}\n{\"c\": {\"a\": 2}}";
  EXPECT_EQ(json_as_form(two, JsonLines::kYes), "a=b&a.2_=2");
  EXPECT_FALSE(json_as_form(two));
  EXPECT_FALSE(json_as_form(two + "\n\n", JsonLines::kYes));
  EXPECT_FALSE(json_as_form("{\"a\": 1}\nnot json", JsonLines::kYes));
  EXPECT_EQ(json_as_form("{\"a\":\n1}\n"), "a=1");
}

TEST(JsonForm, ReadsNanAndInfinityAsPythonDoes) {
  EXPECT_EQ(json_as_form("{\"a\": NaN}"), "a=nan");
  EXPECT_EQ(json_as_form("[Infinity]"), "");
  EXPECT_EQ(json_as_form("{\"a\": 1e-999}"), "a=0");
  for (const char* text : {"{\"a\": -Infinity}", "{\"a\": 1e999}"}) {
    EXPECT_FALSE(json_as_form(text)) << text;
  }
}

TEST(JsonForm, RefusesInvalidUnicode) {
  for (const char* text : {"{\"a\": \"\xe9\"}", "{\"a\": \"\\ud800\"}",
                           "[\"\xed\xa0\x80\"]", "{\"\\udc00\": 1}"}) {
    EXPECT_FALSE(json_as_form(text)) << text;
  }
  // Nothing is written of a leaf without a name.
  EXPECT_EQ(json_as_form("[\"\\ud800\"]"), "");
}

TEST(JsonForm, RefusesInvalidJson) {
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

long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(JsonForm, NeedsNoMemoryForNestingWithoutNames) {
  const std::string lists =
      std::string(900, '[') + "1" + std::string(900, ']') + ", ";
  std::string objects;
  for (int n = 0; n < 300; ++n) objects += R"([{"a": )";
  objects += "1";
  for (int n = 0; n < 300; ++n) objects += "}]";
  objects += ", ";
  std::string text = R"({"a": [)";
  for (int n = 0; n < 2000; ++n) text += lists + objects;
  text += "0]}";
  long before = peak_kib();
  auto form = json_as_form(text);
  if (tests::under_own_memory()) {
    EXPECT_LT(peak_kib() - before, 32 * 1024);
  }
  ASSERT_TRUE(form);
  EXPECT_TRUE(form->starts_with("a=1&a.2_=1&a.3_=1&"));
}

std::string repeated(int times, const std::function<std::string(int)>& text) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text(n);
  return all;
}

// Keys that come again, and long ones, at any depth, hold no more than others.
TEST(JsonForm, NeedsNoMoreMemoryForRepeatedKeys) {
  const std::string list =
      "[" + repeated(6000, [](int) { return "1,"; }) + "1]";
  const std::string key(30000, 'k');
  auto number = [](int n) { return std::to_string(n); };
  const std::pair<std::string, std::string> documents[] = {
      {"one in the other",
       repeated(900,
                [&](int) { return R"({"b":)" + list + R"(,"a":1,"a":)"; }) +
           "1" + std::string(900, '}')},
      {"side by side", "{" +
                           repeated(900,
                                    [&](int n) {
                                      return "\"" + number(n) + R"(":1,")" +
                                             number(n) + "\":" + list + ",";
                                    }) +
                           R"("a":1})"},
      {"with long texts",
       "{" + repeated(900, [&](int n) { return "\"" + number(n) + "\":1,"; }) +
           repeated(900,
                    [&](int n) {
                      return "\"" + number(n) + "\":\"" + key + "\",";
                    }) +
           R"("a":1})"},
      {"long, one in the other",
       repeated(900, [&](int) { return R"({"a":1,")" + key + "\":"; }) + "1" +
           std::string(900, '}')},
      {"long, of nothing",
       "{" +
           repeated(900,
                    [&](int n) { return "\"" + number(n) + key + "\":{},"; }) +
           R"("a":1})"},
      {"named by number, a document a line",
       repeated(900,
                [&](int n) {
                  return R"({"a":1,")" + number(n) + R"(":1,")" + number(n) +
                         ".2_\":1}\n";
                }) +
           repeated(900,
                    [&](int n) {
                      return "{\"" + number(n) + "\":\"" + key + "\"}\n";
                    })},
  };
  for (const auto& [name, text] : documents) {
    long before = peak_kib();
    EXPECT_TRUE(json_as_form(text, JsonLines::kYes)) << name;
    if (!tests::under_own_memory()) continue;
    EXPECT_LT(peak_kib() - before, 16 * 1024) << name;
  }
}

// As much as a form shows is right, whatever is replaced by what.
TEST(JsonForm, ReplacesValuesByLargerOnes) {
  std::string numbers;
  std::string form = "a=0";
  for (int n = 0; n < 5000; ++n) {
    numbers += (n > 0 ? "," : "") + std::to_string(n);
    if (n == 0) continue;
    form += "&a." + std::to_string(n + 1) + "_=" + std::to_string(n);
  }
  form.resize(kMostRequestQuery);
  const std::string list = "[" + numbers + "]";
  for (const std::string& text :
       {R"({"a":1,"a":)" + list + "}",
        R"({"a":1,"b":)" + list + R"(,"a":)" + list + "}",
        R"({"a":)" + list + R"(,"a":)" + list + "}",
        R"({"x":{"a":1,"b":)" + list + R"(,"a":)" + list +
            R"(},"x":{"a":2,"a":)" + list + "}}"}) {
    EXPECT_EQ(json_as_form(text)->substr(0, kMostRequestQuery), form);
  }
  const std::string two = "\xc3\xa9";
  std::string text = std::string(kMostRequestQuery - 1, 'x');
  for (int n = 0; n < 9; ++n) text += two;
  EXPECT_EQ(json_as_form(R"({"a":")" + text + R"("})")->substr(0, 4096),
            "a=" + std::string(4094, 'x'));
  EXPECT_FALSE(json_as_form(R"({"a":")" + text + R"(\ud800"})"));
}

TEST(FormValue, EscapesAllButLettersDigitsAndFourMarks) {
  std::string form;
  append_form_value("aZ09_.-~ /\xff", form);
  EXPECT_EQ(form, "aZ09_.-~+%2F%FF");
}

TEST(JsonForm, KeepsTheBeginningOfALongDocument) {
  std::string whole = R"({"a": 1, "b": [)";
  for (int n = 0; n < 200000; ++n) whole += std::to_string(n) + ", ";
  const std::string rest = whole + R"(0], "c": {"d": {}}, "a": 7})";
  auto form = json_as_form(rest);
  ASSERT_TRUE(form);
  // Of a key that occurs twice the last value counts, wherever it stands.
  EXPECT_TRUE(form->starts_with("a=7&b=0&b.2_=1&b.3_=2&"));
  EXPECT_GE(form->size(), kMostRequestQuery);
  EXPECT_LT(form->size(), 4 * kMostRequestQuery);
  // What is not kept has to be sound, too.
  EXPECT_FALSE(json_as_form(whole + R"(0], "c": tru})"));
  EXPECT_FALSE(json_as_form(whole + R"("\ud800"]})"));
  EXPECT_TRUE(json_as_form(whole + R"(0], "": "\ud800"})"));

  std::string lines;
  for (int n = 0; n < 10000; ++n) {
    lines += "{\"n\": " + std::to_string(n) + "}\n";
  }
  form = json_as_form(lines, JsonLines::kYes);
  ASSERT_TRUE(form);
  EXPECT_TRUE(form->starts_with("n=0&n.2_=1&"));
  EXPECT_LT(form->size(), 4 * kMostRequestQuery);
  EXPECT_FALSE(json_as_form(lines + "{", JsonLines::kYes));
}

TEST(JsonForm, KeepsValuesAfterManyValuesWithoutName) {
  std::string text = "[";
  for (int n = 0; n < 100000; ++n) text += "1, ";
  EXPECT_EQ(json_as_form(text + R"({"a": 1}])"), "a=1");
}

}  // namespace
}  // namespace wax::cdx
