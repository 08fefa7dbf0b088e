#include "answers/opened/shown_value.h"

#include <gtest/gtest.h>

namespace wax::answers {
namespace {

TEST(ShownValue, OfALanguageIsItsName) {
  EXPECT_EQ(shown_value("lang", "de"), "German");
  EXPECT_EQ(shown_value("lang", "et"), "Estonian");
  EXPECT_EQ(shown_value("lang", "pt-BR"), "Portuguese (Brazil)");
  EXPECT_EQ(shown_value("lang", "zz"), "zz");
  EXPECT_EQ(shown_value("lang", "<b>"), "<b>");
}

TEST(ShownValue, OfAHostHasItsLetters) {
  EXPECT_EQ(shown_value("site", "xn--mller-kva.example"),
            "m\u00FCller.example");
  EXPECT_EQ(shown_value("host", "xn--r8jz45g.example"), "例え.example");
  EXPECT_EQ(shown_value("site", "example.org"), "example.org");
  EXPECT_EQ(shown_value("site", "xn--a\xff"), "xn--a\xff");
  // Latin and Cyrillic letters in one name.
  EXPECT_EQ(shown_value("site", "xn--pypal-4ve.com"), "xn--pypal-4ve.com");
}

TEST(ShownValue, OfOtherFieldsStays) {
  EXPECT_EQ(shown_value("status", "200"), "200");
  EXPECT_EQ(shown_value("digest", "de"), "de");
}

}  // namespace
}  // namespace wax::answers
