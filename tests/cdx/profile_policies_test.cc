#include "cdx/profile_policies.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(Utf8, IsToldFromOtherBytes) {
  for (const char* text : {"", "abc", "\xc3\xa9", "\xe2\x98\x83",
                           "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text :
       {"\xe9", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\x80"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(Utf8, OtherBytesAreTakenForLatin1) {
  std::string text;
  assign_as_utf8("http://e/\xe9", text);
  EXPECT_EQ(text, "http://e/\xc3\xa9");
  assign_as_utf8("http://e/\xc3\xa9", text);
  EXPECT_EQ(text, "http://e/\xc3\xa9");
}

TEST(Utf8, OtherBytesAreReplacedAsPythonDoes) {
  const std::string bad = "\xef\xbf\xbd";
  const std::pair<const char*, std::string> cases[] = {
      {"a\xc3\xa9", "a\xc3\xa9"},
      {"\xff\xfe", bad + bad},
      {"\xe2\x98", bad},
      {"\xe2\x98x", bad + "x"},
      {"\xed\xa0\x80", bad + bad + bad},
      {"\xf0\x9f\x98\x80\xf0\x9f\x98", "\xf0\x9f\x98\x80" + bad},
      {"\xf4\x90\x80\x80", bad + bad + bad + bad},
      {"\xc0\xaf", bad + bad},
  };
  for (const auto& [bytes, text] : cases) EXPECT_EQ(as_utf8(bytes), text);
}

TEST(MediaType, EndsAtParameters) {
  EXPECT_EQ(media_type(" text/html ; charset=x", ";"), "text/html");
  EXPECT_EQ(media_type("text html", "; "), "text");
  EXPECT_EQ(media_type("; x", ";"), "");
  EXPECT_EQ(media_type("  ", ";"), "");
}

TEST(EscapeBytes, EscapesTheNamedOnes) {
  std::string text = "a b\n%20";
  escape_bytes(" \n", text);
  EXPECT_EQ(text, "a%20b%0A%20");
}

TEST(Sha1Prefix, IsTheOnlyOneThatGoes) {
  EXPECT_EQ(without_sha1("sha1:ABC"), "ABC");
  EXPECT_EQ(without_sha1("md5:ABC"), "md5:ABC");
  EXPECT_EQ(without_sha1("SHA1:ABC"), "SHA1:ABC");
}

}  // namespace
}  // namespace wax::cdx
