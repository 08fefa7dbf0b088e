#include "cdx/url/url_key.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(UrlKey, FindsKindsByTheirNames) {
  EXPECT_EQ(url_key_kind("surt"), UrlKeyKind::kSurt);
  EXPECT_EQ(url_key_kind("legacy"), UrlKeyKind::kLegacy);
  EXPECT_EQ(url_key_kind("SURT"), std::nullopt);
  EXPECT_EQ(name(UrlKeyKind::kSurt), "surt");
  EXPECT_EQ(name(UrlKeyKind::kLegacy), "legacy");
}

TEST(UrlKey, IsAppendedToTheText) {
  std::string key = "x ";
  EXPECT_TRUE(append_url_key(UrlKeyKind::kSurt, "http://www.Example.com", key));
  EXPECT_EQ(key, "x com,example)/");
}

TEST(UrlKey, KeepsInvalidUrlsOnOneLine) {
  std::string key;
  EXPECT_FALSE(append_url_key(UrlKeyKind::kSurt, "http://h:1x/a b\n", key));
  EXPECT_EQ(key, "http://h:1x/a%20b%0A");
}

TEST(UrlKey, EscapesWhiteSpaceAndControls) {
  for (UrlKeyKind kind : {UrlKeyKind::kSurt, UrlKeyKind::kLegacy}) {
    for (std::string before : {"", "http://h/", "http://",
                               "filedesc:", "x:", "http://h/?", "http://h:"}) {
      for (int c = 0; c < 256; ++c) {
        std::string url = before + "a" + static_cast<char>(c) + "b";
        for (char byte : url_key(kind, url)) {
          EXPECT_FALSE((byte >= 0 && byte <= ' ') || byte == '\x7f') << url;
        }
      }
    }
  }
}

}  // namespace
}  // namespace wax::cdx
