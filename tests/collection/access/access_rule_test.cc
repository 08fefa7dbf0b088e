#include "collection/access/access_rule.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "io/error.h"

namespace wax::collection {
namespace {

using What = AccessRule::What;

constexpr const char* kRuleDay = "20260531";

AccessRule rule_of(std::string_view line) {
  return parse_rule_line(line, kRuleDay).rule.value();
}

TEST(AccessRule, HasAnActionOrElseHides) {
  const std::pair<const char*, Visibility> cases[] = {
      {"allow host a.org", Visibility::kShown},
      {"exclude-from-search host a.org", Visibility::kUnlisted},
      {"block host a.org", Visibility::kBlocked},
      {"hide host a.org", Visibility::kHidden},
      {"host a.org", Visibility::kHidden}};
  for (auto [line, visibility] : cases) {
    EXPECT_EQ(rule_of(line).visibility, visibility) << line;
    EXPECT_EQ(rule_of(line).what, What::kHost) << line;
    EXPECT_EQ(rule_of(line).value, "a.org") << line;
  }
}

TEST(AccessRule, HasItsValueInANormalForm) {
  EXPECT_EQ(rule_of("host WWW.Example.ORG").value, "example.org");
  EXPECT_EQ(rule_of("digest SHA1:" + std::string(32, 'a')).value,
            "sha1:" + std::string(32, 'A'));
  EXPECT_EQ(rule_of("block surt http://(org,example,www,)/A").value,
            "org,example)/a");
  for (const char* digest :
       {"sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "sha1: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "sha1: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= captured 2007"}) {
    EXPECT_EQ(rule_of("block digest " + std::string(digest)).value,
              "sha1:" + std::string(32, 'A'))
        << digest;
  }
  EXPECT_EQ(hiding_rule("digest", "sha1: " + std::string(32, 'a')).value,
            "sha1:" + std::string(32, 'A'));
  EXPECT_EQ(rule_of("url http://A.org/B").value, "http://A.org/B");
  EXPECT_EQ(rule_of(" block\tsurt  org,a)/ \r").value, "org,a)/");
}

// Heritrix means the host, and all below it.
TEST(AccessRule, OfACrawlScopeIsAHost) {
  for (const char* scope :
       {"http://(example,private,", "+http://(example,private,",
        "http://(example,private,www,", "https://(Example,Private,",
        "(example,private,", "+(example,private,", "example,private,",
        "Example,Private,www,"}) {
    const AccessRule rule = rule_of("block surt " + std::string(scope));
    EXPECT_EQ(rule.what, What::kHost) << scope;
    EXPECT_EQ(rule.value, "private.example") << scope;
  }
  EXPECT_EQ(rule_of("surt http://(example,").value, "example");
  EXPECT_EQ(rule_of("surt http://(example,private,)/x").what, What::kKeys);
  EXPECT_EQ(rule_of("surt example,private)/a(b").value, "example,private)/a(b");
}

TEST(AccessRule, HoldsForAPeriod) {
  EXPECT_TRUE(rule_of("block all").period.is_open());
  EXPECT_EQ(rule_of("date 2007").period, warc::Period::of("2007"));
  EXPECT_EQ(rule_of("block all captured 2007-200802").period,
            warc::Period::between("2007", "200802"));
  EXPECT_EQ(rule_of("block all captured 2007 until 2030").period,
            warc::Period::of("2007"));
}

TEST(AccessRule, EndsAtADate) {
  EXPECT_TRUE(parse_rule_line("block all until 20260601", kRuleDay).rule);
  for (const char* line :
       {"block all until 20260531", "block all until 2026"}) {
    RuleLine parsed = parse_rule_line(line, kRuleDay);
    EXPECT_FALSE(parsed.rule) << line;
    EXPECT_TRUE(parsed.depends_on_day) << line;
  }
}

TEST(AccessRule, EndsWhenACaptureIsOldEnough) {
  const std::pair<const char*, const char*> cases[] = {
      {"1 year", "20250531"},      {"3 months", "20260228"},
      {"10 days", "20260521"},     {"70 years", "19560531"},
      {"100000 days", "17520815"}, {"3000 years", "00000000"}};
  for (auto [age, day] : cases) {
    RuleLine parsed =
        parse_rule_line(std::string("block all until ") + age, kRuleDay);
    EXPECT_TRUE(parsed.depends_on_day);
    ASSERT_TRUE(parsed.rule) << age;
    EXPECT_EQ(parsed.rule->period.first, std::string(day) + "999999") << age;
    EXPECT_EQ(parsed.rule->period.last, warc::kLastDate);
  }
}

TEST(AccessRule, IsALineOfPywb) {
  AccessRule whole = rule_of("org,a)/x### - {\"access\": \"allow\"}");
  EXPECT_EQ(whole.what, What::kWholeKey);
  EXPECT_EQ(whole.value, "org,a)/x");
  EXPECT_EQ(whole.visibility, Visibility::kShown);
  AccessRule prefix = rule_of("org,b, - {\"access\": \"exclude\", \"u\": 1}");
  EXPECT_EQ(prefix.what, What::kKeys);
  EXPECT_EQ(prefix.visibility, Visibility::kBlocked);
  EXPECT_FALSE(
      parse_rule_line("org,c) - {\"access\": \"block\", \"user\": \"staff\"}",
                      kRuleDay)
          .rule);
}

TEST(AccessRule, OfPywbIsReadForItsAccessAlone) {
  const std::pair<const char*, Visibility> cases[] = {
      {"{\"access\": \"allow_ignore_robots\"}", Visibility::kShown},
      {"{\"note\": [1, {}], \"access\": \"block\"}", Visibility::kBlocked}};
  for (auto [json, visibility] : cases) {
    EXPECT_EQ(rule_of("org,b) - " + std::string(json)).visibility, visibility);
  }
  for (const char* json : {"{\"user\": \"staff\"}", "{}", "{\"access\": 1}"}) {
    EXPECT_THROW(
        (void)parse_rule_line("org,b) - " + std::string(json), kRuleDay),
        UsageError)
        << json;
  }
}

TEST(AccessRule, MayBeForAPageByItsKey) {
  EXPECT_EQ(rule_of("page org,a)/x").value, "org,a)/x");
  EXPECT_THROW((void)rule_of("page a.org"), UsageError);
}

TEST(AccessRule, MayBeForDigestsOfOtherAlgorithms) {
  EXPECT_EQ(rule_of("digest urn:blake3:abc").what, What::kDigest);
  EXPECT_THROW((void)rule_of("digest abc"), UsageError);
}

TEST(AccessRule, IsNoLineWithoutOne) {
  for (const char* line : {"", "  ", "# block all", "\r"}) {
    EXPECT_FALSE(parse_rule_line(line, kRuleDay).rule) << line;
  }
}

TEST(AccessRule, RefusesOtherLines) {
  for (const char* line : {"deny all",
                           "block surt -http://(example,private,",
                           "block surt http://(example,private,:8080",
                           "block surt http://(example,private:8080,",
                           "all",
                           "block",
                           "block surt",
                           "block thing org,a)/",
                           "block host a/b",
                           "block host ...",
                           "host",
                           "host a.org/x",
                           "url a.org",
                           "site a.org",
                           "date 07",
                           "date 2007-x",
                           "date",
                           "digest",
                           "block all captured",
                           "block all captured 20",
                           "block all captured 2007-x",
                           "block all captured 20081345",
                           "block all captured 19991",
                           "block all captured 2020-2019",
                           "block all until 20300230",
                           "date 20200230",
                           "surt http://private.example/",
                           "surt ftp://private.example/",
                           "surt private.example",
                           "surt www.private.example/x",
                           "surt http://(",
                           "surt http://(,",
                           "surt ,",
                           "surt https://private.example/",
                           "surt /",
                           "surt )",
                           "surt ((",
                           "surt http://((",
                           "surt \"org,private)\"",
                           "surt org,private)x",
                           "surt org,private)/p#part",
                           "host -",
                           "host a\\b",
                           "page http://",
                           "page http:///x",
                           "url https:///x",
                           "digest sha1:XYZ",
                           "digest sha1:",
                           "digest sha1: XYZ",
                           "digest urn:sha1:XYZ",
                           "digest AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                           "block all until",
                           "block all until x",
                           "block all until 3 weeks",
                           "block all until 0 years",
                           "block all until 3",
                           "block all since 2007",
                           "org,a)/ - {\"access\": \"maybe\"}",
                           "org,a)/ - {\"access\": \"block\""}) {
    EXPECT_THROW((void)parse_rule_line(line, kRuleDay), UsageError) << line;
  }
}

TEST(HidingRule, IsMadeOfAKindAndAValue) {
  const std::pair<const char*, const char*> cases[] = {
      {"url", "http://a.org/x"},
      {"host", "example.org"},
      {"digest", "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
      {"date", "2007-2008"}};
  for (auto [kind, value] : cases) {
    AccessRule rule = hiding_rule(kind, value);
    EXPECT_EQ(rule.visibility, Visibility::kHidden);
    EXPECT_EQ(print_hiding_rule(rule), std::string(kind) + ' ' + value);
    EXPECT_EQ(rule_of(print_hiding_rule(rule)), rule);
  }
  AccessRule some = rule_of("host a.org captured 2007");
  EXPECT_EQ(print_hiding_rule(some), "host a.org captured 2007");
}

TEST(HidingRule, MayHaveATimeOfCapture) {
  const AccessRule rule = hiding_rule("host", "a.org", "2008");
  EXPECT_EQ(print_hiding_rule(rule), "host a.org captured 2008");
  EXPECT_EQ(rule, rule_of("host a.org captured 2008"));
  EXPECT_THROW((void)hiding_rule("host", "a.org", "20081345"), UsageError);
}

// A collection stays readable when a former version let them be written.
TEST(HidingRule, IsReadWhenItFitsNothing) {
  for (const char* line :
       {"date 20081345", "date 2008-20081345", "host a.org captured 2020-2019",
        "digest sha1:XYZ", "surt private.example", "url https:///x"}) {
    EXPECT_EQ(print_hiding_rule(parse_hiding_line(line)), line);
    EXPECT_THROW((void)parse_rule_line(line, kRuleDay), UsageError) << line;
  }
  for (const char* line : {"date 20", "block all", "host a/b",
                           "host a.org until 2030", "", "# host a.org"}) {
    EXPECT_THROW((void)parse_hiding_line(line), UsageError) << line;
  }
}

TEST(HidingRule, OfAPageIsItsUrlKey) {
  const AccessRule rule =
      hiding_rule("page", "https://www.example.org/A?b=2&a=1");
  EXPECT_EQ(rule.what, AccessRule::What::kWholeKey);
  EXPECT_EQ(rule.value, "org,example)/a?a=1&b=2");
  EXPECT_EQ(print_hiding_rule(rule), "page org,example)/a?a=1&b=2");
  EXPECT_EQ(parse_rule_line(print_hiding_rule(rule), "20260101").rule, rule);
  EXPECT_NE(hiding_rule("page", "http://example.org/"), rule);
}

TEST(HidingRule, RefusesWhatIsNoneOfItsKind) {
  EXPECT_THROW((void)hiding_rule("url", "a.org"), UsageError);
  EXPECT_THROW((void)hiding_rule("url", "http://a.org/ x"), UsageError);
  EXPECT_THROW((void)hiding_rule("host", "a.org/x"), UsageError);
  EXPECT_THROW((void)hiding_rule("host", ""), UsageError);
  EXPECT_THROW((void)hiding_rule("date", "07"), UsageError);
  EXPECT_THROW((void)hiding_rule("date", "20081345"), UsageError);
  EXPECT_THROW((void)hiding_rule("digest", "sha1:XYZ"), UsageError);
  EXPECT_THROW((void)hiding_rule("surt", "org,a)/"), UsageError);
  EXPECT_THROW((void)hiding_rule("all", ""), UsageError);
}

TEST(KeyOfHost, MayBeAnAddress) {
  EXPECT_EQ(key_of_host("::1"), key_of_host("[::1]"));
  EXPECT_NE(key_of_host("::1"), key_of_host("::2"));
}

TEST(KeyOfHost, IsTheSameForAllSpellings) {
  EXPECT_EQ(key_of_host("www.example.org"), "org,example");
  EXPECT_EQ(key_of_host("Example.org."), "org,example");
  EXPECT_EQ(key_of_host("b\xC3\xBC"
                        "cher.example"),
            "example,xn--bcher-kva");
  EXPECT_EQ(key_of_host("example.org:8080"), "org,example:8080");
  for (const char* bad : {"", "/", "a,b", "*.org", "(a)"}) {
    EXPECT_THROW((void)key_of_host(bad), UsageError) << bad;
  }
}

TEST(SurtKey, IsTheSameForSurtKeys) {
  SurtKey keys(cdx::UrlKeyKind::kSurt);
  EXPECT_EQ(keys.of("org,a)/x?y"), "org,a)/x?y");
}

TEST(SurtKey, IsMadeOfLegacyKeys) {
  SurtKey keys(cdx::UrlKeyKind::kLegacy);
  EXPECT_EQ(keys.of("a.org/x?y"), "org,a)/x?y");
  EXPECT_EQ(keys.of("b.a.org:8080/"), "org,a,b:8080)/");
  EXPECT_EQ(keys.of("ftp://a.org/x"), "org,a)/x");
}

}  // namespace

}  // namespace wax::collection
