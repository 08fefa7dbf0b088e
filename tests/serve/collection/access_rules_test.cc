#include "serve/collection/access_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

constexpr const char* kToday = "20260531";

AccessAction decided(const std::string& text, const std::string& key,
                     const std::string& date = "20070101000000",
                     const std::string& digest = "-") {
  AccessRules rules(text, "access", kToday);
  std::vector<const AccessRules::Rule*> found;
  rules.find(key, digest, found);
  return AccessRules::decide(found, date);
}

TEST(AccessRules, AllowWhatNoRuleFits) {
  EXPECT_EQ(decided("", "org,a)/"), AccessAction::kAllow);
  EXPECT_EQ(decided("# nothing\n\nblock surt org,b)/\n", "org,a)/"),
            AccessAction::kAllow);
}

TEST(AccessRules, TakeTheLongestPrefixWhateverTheirOrder) {
  const std::string rules[] = {
      "block surt org,a)/x\nallow surt org,a)/x/open\nexclude-from-search "
      "all\n",
      "exclude-from-search all\nallow surt org,a)/x/open\nblock surt "
      "org,a)/x\n"};
  for (const std::string& text : rules) {
    EXPECT_EQ(decided(text, "org,a)/x/y"), AccessAction::kBlock);
    EXPECT_EQ(decided(text, "org,a)/x/open/1"), AccessAction::kAllow);
    EXPECT_EQ(decided(text, "org,a)/w"), AccessAction::kExcludeFromSearch);
    EXPECT_EQ(decided(text, "org,a)/x/opal"), AccessAction::kBlock);
  }
}

TEST(AccessRules, TakeTheFirstOfEquallyLongPrefixes) {
  EXPECT_EQ(decided("allow surt org,a)/\nblock surt org,a)/\n", "org,a)/"),
            AccessAction::kAllow);
}

TEST(AccessRules, FitHostsAndThoseBelowThem) {
  const std::string text = "block host www.Example.org\n";
  for (const char* key : {"org,example)/", "org,example)/a?b",
                          "org,example,sub)/", "org,example:8080)/"}) {
    EXPECT_EQ(decided(text, key), AccessAction::kBlock) << key;
  }
  for (const char* key : {"org,examples)/", "org)/", "com,example)/"}) {
    EXPECT_EQ(decided(text, key), AccessAction::kAllow) << key;
  }
}

TEST(AccessRules, PutDigestsBeforeAllPrefixes) {
  const std::string digest(32, 'A');
  const std::string text =
      "allow surt org,a)/\nblock digest sha1:" + digest + '\n';
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", digest),
            AccessAction::kBlock);
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", "sha1:" + digest),
            AccessAction::kBlock);
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", std::string(32, 'B')),
            AccessAction::kAllow);
}

TEST(AccessRules, HoldForDatesOfCapture) {
  const std::string text = "block surt org,a)/ captured 2005-200703\n";
  EXPECT_EQ(decided(text, "org,a)/", "20041231235959"), AccessAction::kAllow);
  EXPECT_EQ(decided(text, "org,a)/", "20050101000000"), AccessAction::kBlock);
  EXPECT_EQ(decided(text, "org,a)/", "20070331235959"), AccessAction::kBlock);
  EXPECT_EQ(decided(text, "org,a)/", "20070401000000"), AccessAction::kAllow);
}

TEST(AccessRules, PassOnWhatADateDoesNotFit) {
  const std::string text =
      "block surt org,a)/\nallow surt org,a)/x captured 2005\n";
  EXPECT_EQ(decided(text, "org,a)/x", "20050601000000"), AccessAction::kAllow);
  EXPECT_EQ(decided(text, "org,a)/x", "20060601000000"), AccessAction::kBlock);
}

TEST(AccessRules, EndAtADate) {
  EXPECT_EQ(decided("block all until 20260601\n", "org,a)/"),
            AccessAction::kBlock);
  EXPECT_EQ(decided("block all until 20260531\n", "org,a)/"),
            AccessAction::kAllow);
  EXPECT_EQ(decided("block all until 2026\n", "org,a)/"), AccessAction::kAllow);
}

TEST(AccessRules, EndWhenACaptureIsOldEnough) {
  struct Case {
    const char* age;
    const char* blocked;  // the first date that is
    const char* allowed;  // the last
  };
  const Case cases[] = {
      {"1 year", "20250601000000", "20250531235959"},
      {"3 months", "20260301000000", "20260228235959"},
      {"10 days", "20260522000000", "20260521235959"},
      {"70 years", "19560601000000", "19560531235959"},
  };
  for (const Case& c : cases) {
    std::string text = std::string("block all until ") + c.age + '\n';
    EXPECT_EQ(decided(text, "org,a)/", c.blocked), AccessAction::kBlock)
        << c.age;
    EXPECT_EQ(decided(text, "org,a)/", c.allowed), AccessAction::kAllow)
        << c.age;
    EXPECT_TRUE(AccessRules(text, "access", kToday).depends_on_day());
  }
}

TEST(AccessRules, ReadLinesOfPywb) {
  const std::string text =
      "org,a)/x### - {\"access\": \"allow\"}\n"
      "org,a)/x - {\"access\": \"block\"}\n"
      "org,b, - {\"access\": \"exclude\", \"url\": \"b.org\"}\n"
      "org,c) - {\"access\": \"block\", \"user\": \"staff\"}\n";
  EXPECT_EQ(decided(text, "org,a)/x"), AccessAction::kAllow);
  EXPECT_EQ(decided(text, "org,a)/xy"), AccessAction::kBlock);
  EXPECT_EQ(decided(text, "org,b,c)/"), AccessAction::kBlock);
  EXPECT_EQ(decided(text, "org,c)/"), AccessAction::kAllow);
}

TEST(AccessRules, NameTheLineThatIsNoRule) {
  for (const char* line :
       {"deny all", "block", "block surt", "block page org,a)/",
        "block host a/b", "block all captured", "block all captured 20",
        "block all captured 2007-x", "block all until", "block all until x",
        "block all until 3 weeks", "block all until 0 years",
        "block all since 2007", "org,a)/ - {\"access\": \"maybe\"}",
        "org,a)/ - {\"access\": \"block\""}) {
    try {
      AccessRules rules("block all\n" + std::string(line) + '\n', "access",
                        kToday);
      FAIL() << line;
    } catch (const FormatError& error) {
      EXPECT_EQ(error.offset(), 10U);
      EXPECT_NE(std::string(error.what()).find("line 2: "), std::string::npos)
          << error.what();
    }
  }
}

TEST(AccessRules, ReadSurtsAsCrawlersWriteThem) {
  EXPECT_EQ(
      decided("block surt http://(org,example,www,)/A\n", "org,example)/a/b"),
      AccessAction::kBlock);
}

TEST(AccessRules, NameThePrefixesOfAllKeysThatTheyFit) {
  AccessRules rules(
      "block surt org,a)/x\nblock surt org,a)/\nallow host b.org\nblock "
      "digest sha1:" +
          std::string(32, 'A') + '\n',
      "access", kToday);
  EXPECT_EQ(rules.key_prefixes(),
            (std::vector<std::string>{"org,a)/", "org,b"}));
  EXPECT_EQ(rules.digests().size(), 1U);
}

}  // namespace
}  // namespace wax::serve
