#include "cdx/url/punycode.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

std::string punycode(std::u16string_view text) {
  std::string ascii;
  append_punycode(text, ascii);
  return ascii;
}

// The samples of RFC 3492, section 7.1.
TEST(Punycode, EncodesTheSamplesOfTheRfc) {
  EXPECT_EQ(punycode(u"\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587"),
            "ihqwcrb4cv8a8dqg056pqjye");
  EXPECT_EQ(punycode(u"3\u5e74b\u7d44\u91d1\u516b\u5148\u751f"),
            "3b-ww4c5e180e575a65lsy2b");
  EXPECT_EQ(punycode(u"b\u00fccher"), "bcher-kva");
}

TEST(Punycode, EncodesSurrogatePairs) {
  EXPECT_EQ(punycode(u"\U0001f600"), "e28h");
}

}  // namespace
}  // namespace wax::cdx
