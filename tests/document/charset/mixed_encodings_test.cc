#include <gtest/gtest.h>

#include <string>

#include "document/charset/encodings.h"

namespace wax::document {
namespace {

TEST(MixedEncodings, ALongRowOfWellFormedBytesIsUtf8) {
  EXPECT_TRUE(
      is_utf8_among_others("\xE3\x81\x82\xE3\x81\x84\xE3\x81\x86", false));
}

TEST(MixedEncodings, ARowThatIsNotWellFormedIsNotUtf8) {
  EXPECT_FALSE(is_utf8_among_others("\xE9\xE8\xE0\xE7", true));
  EXPECT_FALSE(is_utf8_among_others("\xA3", true));
}

TEST(MixedEncodings, AUsualCharacterOfWesternEuropeIsUtf8InWesternPagesAlone) {
  EXPECT_TRUE(is_utf8_among_others("\xC3\xA9", true));
  EXPECT_FALSE(is_utf8_among_others("\xC3\xA9", false));
}

TEST(MixedEncodings, TextThatWasEncodedTwiceIsRestored) {
  std::string out = "> ";
  EXPECT_TRUE(append_decoded_once_more("caf\xC3\x83\xC2\xA9 noir", out));
  EXPECT_EQ(out, "> caf\xC3\xA9 noir");
}

TEST(MixedEncodings, NothingIsAppendedForTextThatWasEncodedOnce) {
  std::string out = "> ";
  EXPECT_FALSE(append_decoded_once_more("caf\xC3\xA9 noir", out));
  EXPECT_EQ(out, "> ");
}

}  // namespace
}  // namespace wax::document
