#include "cdx/url/search_range.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::cdx {
namespace {

struct RangeCase {
  UrlKeyKind kind;
  std::string url;
  MatchType type;
  std::string first;
  std::string end;
};

TEST(SearchRange, AUrlWithoutAKeyStandsForItself) {
  const std::pair<UrlKeyKind, std::string> cases[] = {
      {UrlKeyKind::kSurt, "http://h:99999/"},
      {UrlKeyKind::kSurt, "1.2.3.4:99999/"},
      {UrlKeyKind::kSurt, "h_x:y/\xff"},
      {UrlKeyKind::kLegacy, "urn:uuid:1"},
      {UrlKeyKind::kLegacy, "http:///x:y/"}};
  for (const auto& [kind, url] : cases) {
    auto range = search_range(kind, url, MatchType::kExact);
    ASSERT_TRUE(range) << url;
    EXPECT_EQ(range->first, url);
    EXPECT_EQ(range->end, url + '!');
    EXPECT_FALSE(search_range(kind, url, MatchType::kPrefix)) << url;
  }
}

TEST(SearchRange, CoversTheKeysOfItsType) {
  constexpr auto kSurt = UrlKeyKind::kSurt;
  const RangeCase cases[] = {
      {kSurt, "http://example.com/a", MatchType::kExact, "com,example)/a",
       "com,example)/a!"},
      {kSurt, "http://example.com/a", MatchType::kPrefix, "com,example)/a",
       "com,example)/b"},
      {kSurt, "http://example.com/a/", MatchType::kPrefix, "com,example)/a/",
       "com,example)/a0"},
      {kSurt, "http://example.com/a/?", MatchType::kPrefix, "com,example)/a?",
       "com,example)/a@"},
      {kSurt, "http://example.com/~", MatchType::kPrefix, "com,example)/~",
       "com,example)/\x7f"},
      {kSurt, "http://www.example.com/a", MatchType::kHost, "com,example)/",
       "com,example*"},
      {kSurt, "http://example.com/a", MatchType::kDomain, "com,example)/",
       "com,example-"},
      {kSurt, "com", MatchType::kDomain, "com,", "com-"},
      {UrlKeyKind::kLegacy, "dns:e\xff\xff", MatchType::kPrefix,
       "dns:e\xff\xff", "dns:f"},
      {kSurt, "http://example.com/a", MatchType::kRange, "com,example)/a",
       "\xff\xff"},
  };
  for (const RangeCase& c : cases) {
    auto range = search_range(c.kind, c.url, c.type);
    ASSERT_TRUE(range) << c.url;
    EXPECT_EQ(range->first, c.first) << c.url;
    EXPECT_EQ(range->end, c.end) << c.url;
  }
}

TEST(SearchRange, IsNothingForAUrlWithoutKey) {
  EXPECT_FALSE(
      search_range(UrlKeyKind::kSurt, "http://h:x/", MatchType::kHost));
  EXPECT_FALSE(search_range(UrlKeyKind::kLegacy, "", MatchType::kExact));
}

TEST(SearchRange, IsNothingForDomainsOfLegacyKeys) {
  EXPECT_FALSE(search_range(UrlKeyKind::kLegacy, "http://example.com/",
                            MatchType::kDomain));
}

TEST(SearchRange, FindsTypesByTheirNames) {
  for (auto type : {MatchType::kExact, MatchType::kPrefix, MatchType::kHost,
                    MatchType::kDomain, MatchType::kRange}) {
    EXPECT_EQ(match_type(name(type)), type);
  }
  EXPECT_FALSE(match_type("hosts"));
}

}  // namespace
}  // namespace wax::cdx
