#include "cdx/format/line_values.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

LineFormat columns_of(std::string_view letters, char delimiter = ' ') {
  LineFormat format;
  format.json = false;
  format.legend = {std::string(letters), delimiter};
  return format;
}

LineFormat cdxj_lines() {
  LineFormat format;
  format.json = true;
  return format;
}

// The values as "LETTER:NAME=TEXT", with "#" for numbers and "{" for JSON.
std::string values_text(LineValues& values, std::string_view line) {
  std::string text(values.read(line));
  if (!text.empty()) return text;
  for (size_t i = 0; i < values.size(); ++i) {
    const LineValue& value = values[i];
    if (!text.empty()) text += ", ";
    text += value.letter == '\0' ? '.' : value.letter;
    text += ':' + std::string(value.name) + '=' + std::string(value.text);
    if (value.is_number) text += '#';
    if (value.is_json) text += '{';
  }
  return text;
}

struct ValuesCase {
  std::string line;
  std::string values;
};

TEST(IsNumber, TakesDigitsAlone) {
  const struct {
    const char* text;
    bool number;
  } kCases[] = {{"0", true},    {"007", true},  {"", false},   {"-1", false},
                {"1.5", false}, {"1e3", false}, {" 1", false}, {"12x", false}};
  for (const auto& c : kCases) EXPECT_EQ(is_number(c.text), c.number) << c.text;
}

TEST(LineValues, OfColumnsAreThoseThatAreThere) {
  LineValues values;
  values.begin(columns_of("Nbms"));
  const ValuesCase cases[] = {
      {"k 2007 text/html 200",
       "N:urlkey=k, b:timestamp=2007, m:mime=text/html, s:status=200"},
      {"k 2007 - -", "N:urlkey=k, b:timestamp=2007"},
      {"k 2007 -- 0", "N:urlkey=k, b:timestamp=2007, m:mime=--, s:status=0"},
      {"k 2007 m", "too few columns"},
      {"k 2007 m 200 more", "too many columns"},
      {"", "too few columns"},
  };
  for (const ValuesCase& c : cases) {
    EXPECT_EQ(values_text(values, c.line), c.values) << c.line;
  }
  values.begin(columns_of("aba", '|'));
  EXPECT_EQ(values_text(values, "http://a b/|2007|http://c/"),
            "a:url=http://a b/, b:timestamp=2007")
      << "the first of two columns with one letter";
}

TEST(LineValues, OfCdxjAreItsMembers) {
  LineValues values;
  values.begin(cdxj_lines());
  const ValuesCase cases[] = {
      {R"(k 2007 {"url": "u", "status": 200, "length": "7"})",
       "N:=k, b:=2007, a:url=u, s:status=200#, S:length=7"},
      {R"(k 2007 {"url": "-", "mime": "", "status": null})", "N:=k, b:=2007"},
      {R"(k 2007 {"x": "-", "y": null, "z": {"a": [1]}, "n": -5})",
       "N:=k, b:=2007, .:x=-, .:y=null{, .:z={\"a\": [1]}{, .:n=-5{"},
      {R"(k 2007 {"url": "a\u00e9\"b"})", "N:=k, b:=2007, a:url=a\xc3\xa9\"b"},
      {R"(k 2007 {"urlkey": "other", "timestamp": "2008"})",
       "N:=k, b:=2007, .:urlkey=other, .:timestamp=2008"},
      {"k 2007 {}", "N:=k, b:=2007"},
      {"k 2007 {\"a\": \"b\"", "invalid JSON"},
      {"k 2007 {\"a\" \"b\"}", "invalid JSON"},
      {"k 2007", "too few columns"},
      {"k {}", "too few columns"},
      {" 2007 {}", "no URL key"},
      {"", "too few columns"},
  };
  for (const ValuesCase& c : cases) {
    EXPECT_EQ(values_text(values, c.line), c.values) << c.line;
  }
}

// What a member's name means is remembered by its place in the line before.
TEST(LineValues, DoNotDependOnThePreviousLine) {
  LineValues values;
  values.begin(cdxj_lines());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(values_text(values, R"(k 1 {"url": "u", "mime": "m"})"),
              "N:=k, b:=1, a:url=u, m:mime=m");
    EXPECT_EQ(values_text(values, R"(k 1 {"mime": "m", "url": "u"})"),
              "N:=k, b:=1, m:mime=m, a:url=u");
    EXPECT_EQ(values_text(values, R"(k 1 {"x": "m"})"), "N:=k, b:=1, .:x=m");
    EXPECT_EQ(values.find('m'), nullptr);
    EXPECT_EQ(values.find('a'), nullptr);
  }
}

TEST(LineValues, AreFoundByLetterOrName) {
  LineValues values;
  values.begin(cdxj_lines());
  ASSERT_EQ(values.read(R"(k 2007 {"mime": "m", "x": "1"})"), "");
  EXPECT_EQ(values.find('N')->text, "k");
  EXPECT_EQ(values.find('A'), values.find('N'));
  EXPECT_EQ(values.find('m', "ignored")->text, "m");
  EXPECT_EQ(values.find('\0', "x")->text, "1");
  EXPECT_EQ(values.find('\0', "mime"), nullptr);
  EXPECT_EQ(values.find('\0', "y"), nullptr);
  EXPECT_EQ(values.find('s'), nullptr);
  values.add('s').text = "200";
  EXPECT_EQ(values.find('s')->text, "200");
  EXPECT_EQ(values[values.size() - 1].letter, 's');
}

}  // namespace
}  // namespace wax::cdx
