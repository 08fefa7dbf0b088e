#include "text/ascii.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace wax::text {
namespace {

TEST(Ascii, KindsOfBytesAreThoseOfTheCLocale) {
  for (int i = 0; i < 256; ++i) {
    char c = static_cast<char>(i);
    EXPECT_EQ(is_digit(c), std::isdigit(i) != 0) << i;
    EXPECT_EQ(is_letter(c), std::isalpha(i) != 0) << i;
    EXPECT_EQ(is_alphanumeric(c), std::isalnum(i) != 0) << i;
    EXPECT_EQ(is_space(c), std::isspace(i) != 0) << i;
    EXPECT_EQ(is_one_of(c, kAllSpace), std::isspace(i) != 0) << i;
    EXPECT_EQ(is_control_or_space(c), i <= ' ') << i;
    EXPECT_EQ(to_lower(c), static_cast<char>(std::tolower(i))) << i;
    EXPECT_EQ(to_upper(c), static_cast<char>(std::toupper(i))) << i;
  }
}

TEST(Ascii, AllDigitsIsTrueOfNoText) {
  EXPECT_TRUE(all_digits(""));
  EXPECT_TRUE(all_digits("0129"));
  EXPECT_FALSE(all_digits("12a"));
  EXPECT_FALSE(all_digits("-1"));
}

TEST(Ascii, CaseOfOtherBytesStays) {
  std::string text = "aZ-\xc4\xe4";
  lower_case(text);
  EXPECT_EQ(text, "az-\xc4\xe4");
  upper_case(text);
  EXPECT_EQ(text, "AZ-\xc4\xe4");
}

TEST(Ascii, EqualIgnoringCaseTakesLettersOfAsciiAlone) {
  EXPECT_TRUE(equal_ignoring_case("", ""));
  EXPECT_TRUE(equal_ignoring_case("aZ-9", "Az-9"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));
  EXPECT_FALSE(equal_ignoring_case("\xc4", "\xe4"));
  EXPECT_TRUE(starts_with_ignoring_case("HTTP/1.1", "http/"));
  EXPECT_FALSE(starts_with_ignoring_case("htt", "http"));
}

TEST(Ascii, TrimTakesTheBytesOfTheSet) {
  EXPECT_EQ(trim(" \t\r\na b\r\n"), "a b");
  EXPECT_EQ(trim("\fa\v"), "\fa\v");
  EXPECT_EQ(trim("\fa\v", kHtmlSpace), "a\v");
  EXPECT_EQ(trim("\fa\v", kAllSpace), "a");
  EXPECT_EQ(trim("\ta\r", kBlanks), "a\r");
  EXPECT_EQ(trim(" <a> ", " <>"), "a");
  EXPECT_EQ(trim_front("  a "), "a ");
  EXPECT_EQ(trim_back("  a "), "  a");
  EXPECT_EQ(trim_controls("\x01 a\x7f\x1f"), "a\x7f");
  for (std::string_view text : {"", " ", "\t \r\n"}) {
    EXPECT_EQ(trim(text), "");
    EXPECT_EQ(trim_controls(text), "");
  }
}

}  // namespace
}  // namespace wax::text
