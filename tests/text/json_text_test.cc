#include "text/json_text.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace wax::text {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  append_unescaped(text, out);
  return out;
}

TEST(JsonText, StringsAreWrittenAsPythonDoes) {
  std::string out;
  append_json_ascii("a\"\\/\n\x01\x7f\xc3\xa9\xf0\x9f\x98\x80\xff", out);
  EXPECT_EQ(out, R"("a\"\\/\n\u0001\u007f\u00e9\ud83d\ude00\udcff")");
}

TEST(JsonText, AnyBytesComeBack) {
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

TEST(JsonText, OddEscapesAreKept) {
  EXPECT_EQ(unescaped(R"(\x\u12\u00g0\)"), R"(\x\u12\u00g0\)");
  EXPECT_EQ(unescaped(R"(\ud83d\u0041)"),
            "\xed\xa0\xbd"
            "A");
  EXPECT_EQ(unescaped(R"(\/\b\u00E9)"), "/\b\xc3\xa9");
}

TEST(JsonText, MembersAreGivenInOrder) {
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

TEST(JsonText, BrokenObjectsAreNotWhole) {
  for (std::string_view text :
       {"", "[]", "{", "{\"a\"}", "{\"a\":1", "{\"a\":1}}", "{\"a\":\"}",
        "{\"a\":1,}", "{a:1}", "{\"a\":{\"b\":1}"}) {
    JsonMembers members(text);
    JsonMemberText member;
    while (members.next(member)) continue;
    EXPECT_FALSE(members.whole()) << text;
  }
}

TEST(JsonText, KeepsUtf8WhereAsked) {
  std::string out;
  append_json_utf8("\xc3\xa9\xf0\x9f\x98\x80\"\xff\n", out);
  EXPECT_EQ(out, "\"\xc3\xa9\xf0\x9f\x98\x80\\\"\\udcff\\n\"");
  std::string back;
  append_unescaped(std::string_view(out).substr(1, out.size() - 2), back);
  EXPECT_EQ(back, "\xc3\xa9\xf0\x9f\x98\x80\"\xff\n");
}

}  // namespace
}  // namespace wax::text
