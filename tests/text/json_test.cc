#include "text/json.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace wax::text {
namespace {

std::string json(std::string_view bytes) {
  std::string out = "x";
  append_json_string(bytes, out);
  return out.substr(1);
}

TEST(JsonString, EscapesWhatJsonAsksFor) {
  EXPECT_EQ(json(""), R"("")");
  EXPECT_EQ(json("plain /text"), R"("plain /text")");
  EXPECT_EQ(json("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json("\n\r\t\x01\x1f"), R"("\n\r\t\u0001\u001f")");
  EXPECT_EQ(json(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(json("\x7f"), R"("\u007f")");
}

TEST(JsonString, WellFormedUtf8IsKept) {
  for (const char* text :
       {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    EXPECT_EQ(json(text), "\"" + std::string(text) + "\"");
  }
}

TEST(JsonString, IllFormedBytesBecomeReplacementCharacters) {
  const std::string bad = "\xef\xbf\xbd";
  struct {
    const char* bytes;
    int replaced;
    const char* rest;
  } cases[] = {
      {"\x80", 1, ""},              // a continuation alone
      {"\xc0\xaf", 2, ""},          // overlong
      {"\xe0\x80\xaf", 3, ""},      // overlong
      {"\xed\xa0\x80", 3, ""},      // a surrogate
      {"\xf4\x90\x80\x80", 4, ""},  // beyond U+10FFFF
      {"\xff", 1, ""},
      {"\xc3", 1, ""},  // cut at the end
      {"\xe2\x82", 2, ""},
      {"\xf0\x9f\x98", 3, ""},
      {"\xc3(", 1, "("},          // cut by another byte
      {"\xe9t\xe9", 1, nullptr},  // Latin-1
  };
  for (const auto& c : cases) {
    if (c.rest == nullptr) {
      EXPECT_EQ(json(c.bytes), "\"" + bad + "t" + bad + "\"");
      continue;
    }
    std::string expected = "\"";
    for (int i = 0; i < c.replaced; ++i) expected += bad;
    EXPECT_EQ(json(c.bytes), expected + c.rest + "\"");
  }
}

std::string unescaped(std::string_view text) {
  std::string out;
  append_unescaped(text, out);
  return out;
}

TEST(JsonString, InAsciiIsWhatPythonWrites) {
  std::string out;
  append_json_ascii("a\"\\/\n\x01\x7f\xc3\xa9\xf0\x9f\x98\x80\xff", out);
  EXPECT_EQ(out, R"("a\"\\/\n\u0001\u007f\u00e9\ud83d\ude00\udcff")");
}

TEST(JsonString, AnyBytesComeBack) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes;
    for (size_t size = random() % 12; bytes.size() < size;) {
      bytes += static_cast<char>(random() % 4 == 0
                                     ? "\\\"u\xed\xa0\x80"[random() % 6]
                                     : random() % 256);
    }
    std::string text;
    append_json_ascii(bytes, text);
    ASSERT_EQ(unescaped(std::string_view(text).substr(1, text.size() - 2)),
              bytes)
        << text;
  }
}

TEST(JsonString, OddEscapesAreKept) {
  EXPECT_EQ(unescaped(R"(\x\u12\u00g0\)"), R"(\x\u12\u00g0\)");
  EXPECT_EQ(unescaped(R"(\ud83d\u0041)"),
            "\xed\xa0\xbd"
            "A");
  EXPECT_EQ(unescaped(R"(\/\b\u00E9)"), "/\b\xc3\xa9");
}

TEST(JsonMembers, MembersAreGivenInOrder) {
  JsonMembers members(R"( { "a" : "x\"y" ,"b":[1,{"c":"]"}], "d": -1.5 } )");
  JsonMemberText member;
  ASSERT_TRUE(members.next(member));
  EXPECT_EQ(member.name, "a");
  EXPECT_EQ(member.value, R"(x\"y)");
  EXPECT_TRUE(member.is_string && member.escaped);
  ASSERT_TRUE(members.next(member));
  EXPECT_EQ(member.value, R"([1,{"c":"]"}])");
  EXPECT_FALSE(member.is_string || member.escaped);
  ASSERT_TRUE(members.next(member));
  EXPECT_EQ(member.value, "-1.5");
  EXPECT_FALSE(members.next(member));
  EXPECT_TRUE(members.whole());
}

TEST(JsonMembers, BrokenObjectsAreNotWhole) {
  for (std::string_view text :
       {"", "[]", "{", "{\"a\"}", "{\"a\":1", "{\"a\":1}}", "{\"a\":\"}",
        "{\"a\":1,}", "{a:1}", "{\"a\":{\"b\":1}"}) {
    JsonMembers members(text);
    JsonMemberText member;
    while (members.next(member)) continue;
    EXPECT_FALSE(members.whole()) << text;
  }
}

TEST(JsonString, InUtf8KeepsCharacters) {
  std::string out;
  append_json_utf8("\xc3\xa9\xf0\x9f\x98\x80\"\xff\n", out);
  EXPECT_EQ(out, "\"\xc3\xa9\xf0\x9f\x98\x80\\\"\\udcff\\n\"");
  std::string back;
  append_unescaped(std::string_view(out).substr(1, out.size() - 2), back);
  EXPECT_EQ(back, "\xc3\xa9\xf0\x9f\x98\x80\"\xff\n");
}

TEST(JsonMembers, OfAnArrayHaveNoName) {
  JsonMembers elements("[1 , \"a,b\",\n{\"c\":[2]},[] ]\n", true);
  JsonMemberText element;
  std::string all;
  while (elements.next(element)) {
    EXPECT_EQ(element.name, "");
    all += std::string(element.value) + ";";
  }
  EXPECT_TRUE(elements.whole());
  EXPECT_EQ(all, "1;a,b;{\"c\":[2]};[];");
  for (const char* text : {"[", "[1", "[1,", "[1}", "[]]"}) {
    JsonMembers bad(text, true);
    while (bad.next(element)) continue;
    EXPECT_FALSE(bad.whole()) << text;
  }
}

}  // namespace
}  // namespace wax::text
