#include "cdx/format/key_kind.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::cdx {
namespace {

TEST(KeyKind, IsKnownOfUnambiguousKeysOnly) {
  const struct {
    const char* key;
    std::optional<UrlKeyKind> kind;
  } kCases[] = {
      {"com,example)/", UrlKeyKind::kSurt},
      {"com,example:8080)/a.b/c", UrlKeyKind::kSurt},
      {"4,3,2,1)/", UrlKeyKind::kSurt},
      {"localhost)/", UrlKeyKind::kSurt},
      {"example.com/", UrlKeyKind::kLegacy},
      {"example.com:8080/a(b)/c,d", UrlKeyKind::kLegacy},
      {"1.2.3.4/", UrlKeyKind::kLegacy},
      {"localhost/", std::nullopt},
      {"ftp/h.x/y", std::nullopt},
      {"dns:example.com", std::nullopt},
      {"urn:a.b/c", std::nullopt},
      {"metadata://gnu.org/x", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& c : kCases) EXPECT_EQ(kind_of_key(c.key), c.kind) << c.key;
}

TEST(KeyColumn, IsTheFirstOrTheColumnInTheHeader) {
  const struct {
    const char* header;
    const char* line;
    const char* key;
  } kCases[] = {
      {"", "com,a)/ 2007 {}", "com,a)/"},
      {"", "", ""},
      {"", "!meta {}", ""},
      {" CDX N b", "com,a)/ 2007", "com,a)/"},
      {" CDX b A", "2007 com,a)/", "com,a)/"},
      {"\tCDX\tb\tN", "2007\tcom,a)/\tx", "com,a)/"},
      {" CDX a b", "http://a.com/ 2007", ""},
      {" CDX b N", "2007", ""},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(KeyColumn(c.header).key(c.line), c.key) << c.header << c.line;
  }
}

TEST(KeyKind, MustBeTheSameInAllFiles) {
  OneKeyKind keys;
  EXPECT_FALSE(keys.check("dns:example.com", "a"));
  EXPECT_TRUE(keys.check("com,example)/", "a"));
  EXPECT_TRUE(keys.check("org,example)/", "b"));
  EXPECT_FALSE(keys.check("dns:example.com", "c"));
  try {
    keys.check("example.com/", "c");
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("c: ")) << error.what();
    EXPECT_NE(std::string(error.what()).find("those of a are surt"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace wax::cdx
