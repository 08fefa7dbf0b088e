#include "collection/access/access_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "cdx/url/url.h"
#include "io/error.h"

namespace wax::collection {
namespace {

constexpr const char* kToday = "20260531";
const std::string kDigestD = "sha1:" + std::string(32, 'D');

AccessRules rules_of(const std::string& text) {
  AccessRules rules(kToday);
  rules.add_lines(text, "access");
  return rules;
}

Visibility decided(const std::string& text, const std::string& key,
                   const std::string& date = "20070101000000",
                   const std::string& digest = "-",
                   const std::string& url = "") {
  return rules_of(text).visibility({key, digest, url}, date);
}

TEST(AccessRules, ShowWhatNoRuleFits) {
  EXPECT_EQ(decided("", "org,a)/"), Visibility::kShown);
  EXPECT_EQ(decided("# nothing\n\nblock surt org,b)/\n", "org,a)/"),
            Visibility::kShown);
}

TEST(AccessRules, TakeTheLongestPrefixWhateverTheirOrder) {
  const std::string rules[] = {
      "block surt org,a)/x\nallow surt org,a)/x/open\nexclude-from-search "
      "all\n",
      "exclude-from-search all\nallow surt org,a)/x/open\nblock surt "
      "org,a)/x\n"};
  for (const std::string& text : rules) {
    EXPECT_EQ(decided(text, "org,a)/x/y"), Visibility::kBlocked);
    EXPECT_EQ(decided(text, "org,a)/x/open/1"), Visibility::kShown);
    EXPECT_EQ(decided(text, "org,a)/w"), Visibility::kUnlisted);
    EXPECT_EQ(decided(text, "org,a)/x/opal"), Visibility::kBlocked);
  }
}

TEST(AccessRules, OfAPageAreThoseOfTheRecordsBesideIt) {
  for (const char* rule :
       {"block host private.example", "block surt example,private)/p",
        "block url http://private.example/",
        "block page http://private.example/p", "host private.example"}) {
    for (const char* record : {"urn:text:http://private.example/p",
                               "urn:pageinfo:http://www.private.example:80/p",
                               "screenshot:http://private.example/p",
                               "youtube-dl:00001:http://private.example/p"}) {
      EXPECT_GE(decided(rule, record), Visibility::kBlocked)
          << rule << ' ' << record;
    }
    EXPECT_EQ(decided(rule, "urn:text:http://open.example/p?private.example"),
              Visibility::kShown);
    EXPECT_EQ(decided(rule, "metadata:gnu.org"), Visibility::kShown);
  }
  EXPECT_EQ(decided("block host private.example", "dns:private.example"),
            Visibility::kBlocked);
  EXPECT_EQ(decided("block page http://private.example/other",
                    "urn:text:http://private.example/p"),
            Visibility::kShown);
  const std::vector<std::string> prefixes =
      rules_of("block host private.example").key_prefixes();
  EXPECT_EQ(std::count(prefixes.begin(), prefixes.end(), "urn:"), 1);
}

// The picture of a capture that is hidden comes up to a crawl earlier or later.
TEST(AccessRules, OfACaptureAreThoseOfThePicturesThatItHas) {
  const AccessRules rules =
      rules_of("block page http://a.example/p captured 20260101000000");
  auto seen = [&](const std::string& key, const std::string& date) {
    return rules.visibility({key, "", {}}, date);
  };
  for (const char* date :
       {"20251202000000", "20260101000000", "20260101000005", "20260101001100",
        "20260103", "20260131000000", "20260100000000"}) {
    EXPECT_EQ(seen("urn:view:http://a.example/p", date), Visibility::kBlocked)
        << date;
  }
  for (const char* date :
       {"20251201235959", "20260131000001", "99980101000000"}) {
    EXPECT_EQ(seen("urn:view:http://a.example/p", date), Visibility::kShown)
        << date;
  }
  EXPECT_EQ(seen("example,a)/p", "20260101000005"), Visibility::kShown);
}

// It may be of a capture that is not allowed.
TEST(AccessRules, ThatAllowATimeShowNoPictureFromItsEnds) {
  const std::string text = "allow surt org,a)/ captured 2007\nblock all\n";
  const std::string picture = "urn:view:http://a.org/";
  EXPECT_EQ(decided(text, picture, "20070131000000"), Visibility::kShown);
  for (const char* date : {"20070130235959", "20071202000000"}) {
    EXPECT_EQ(decided(text, picture, date), Visibility::kBlocked) << date;
    EXPECT_EQ(decided(text, "org,a)/", date), Visibility::kShown) << date;
  }
}

TEST(AccessRules, TakeTheFirstOfEquallyLongPrefixes) {
  EXPECT_EQ(decided("allow surt org,a)/\nblock surt org,a)/\n", "org,a)/"),
            Visibility::kShown);
}

TEST(AccessRules, HideWhateverElseIsAllowed) {
  const std::string text =
      "allow surt org,a)/x\nallow digest " + kDigestD + "\nhost a.org\n";
  EXPECT_EQ(decided(text, "org,a)/x"), Visibility::kHidden);
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", kDigestD),
            Visibility::kHidden);
  EXPECT_EQ(decided("block all\ndate 2007\n", "org,a)/"), Visibility::kHidden);
}

TEST(AccessRules, FitHostsAndThoseBelowThem) {
  const std::string text = "block host www.Example.org\n";
  for (const char* key : {"org,example)/", "org,example)/a?b",
                          "org,example,sub)/", "org,example:8080)/"}) {
    EXPECT_EQ(decided(text, key), Visibility::kBlocked) << key;
  }
  for (const char* key : {"org,examples)/", "org)/", "com,example)/"}) {
    EXPECT_EQ(decided(text, key), Visibility::kShown) << key;
  }
}

// Crawl scopes mean a host and what is below it.
TEST(AccessRules, FitTheHostOfAScope) {
  for (const char* scope : {"http://(example,private,", "example,private,"}) {
    const std::string text = "block surt " + std::string(scope) + '\n';
    for (const char* key : {"example,private)/p", "example,private,sub)/",
                            "example,private:8080)/"}) {
      EXPECT_EQ(decided(text, key), Visibility::kBlocked) << scope << key;
    }
    EXPECT_EQ(decided(text, "example,privates)/"), Visibility::kShown);
  }
}

TEST(AccessRules, FitBothSpellingsOfAHost) {
  for (const char* rule :
       {"block url http://straße.example/\n", "block host straße.example\n"}) {
    for (const char* key : {"example,strasse)/a", "example,xn--strae-oqa)/a"}) {
      EXPECT_EQ(decided(rule, key), Visibility::kBlocked) << rule << key;
    }
  }
  EXPECT_EQ(decided("block host strasse.example\n", "example,xn--strae-oqa)/"),
            Visibility::kShown);
}

TEST(AccessRules, FitUrlsAndThoseWithTheirKeys) {
  auto shown = [](const std::string& rule, const std::string& key,
                  const std::string& url = "") {
    return decided(rule + '\n', key, "20070101000000", "-", url) ==
           Visibility::kShown;
  };
  const std::string folder = "url http://a.org/private/";
  EXPECT_FALSE(shown(folder, "org,a)/private"));
  EXPECT_FALSE(shown(folder, "org,a)/private/x"));
  EXPECT_FALSE(shown(folder, "org,a)/private?x"));
  EXPECT_TRUE(shown(folder, "org,a)/privateer"));
  EXPECT_FALSE(shown("url http://a.org/priv", "org,a)/privateer"));
  // The URL alone begins so: arguments are in another order in keys.
  const std::string query = "url http://a.org/?z=1";
  EXPECT_FALSE(shown(query, "org,a)/?a=2&z=1", "http://a.org/?z=1&a=2"));
  EXPECT_TRUE(shown(query, "org,a)/?a=2&z=1"));
}

TEST(AccessRules, PutDigestsBeforeAllPrefixes) {
  const std::string digest(32, 'A');
  const std::string text =
      "allow surt org,a)/\nblock digest sha1:" + digest + '\n';
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", digest),
            Visibility::kBlocked);
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", "sha1:" + digest),
            Visibility::kBlocked);
  EXPECT_EQ(decided(text, "org,a)/", "20070101000000", std::string(32, 'B')),
            Visibility::kShown);
}

TEST(AccessRules, PassOnWhatADateDoesNotFit) {
  const std::string text =
      "block surt org,a)/\nallow surt org,a)/x captured 2005\n";
  EXPECT_EQ(decided(text, "org,a)/x", "20050601000000"), Visibility::kShown);
  EXPECT_EQ(decided(text, "org,a)/x", "20060601000000"), Visibility::kBlocked);
  const std::string second = "block surt org,a)/ captured 20050601000000\n";
  EXPECT_EQ(decided(second, "org,a)/", "20050601000000"), Visibility::kBlocked);
  EXPECT_EQ(decided(second, "org,a)/", "20050601000001"), Visibility::kShown);
  EXPECT_EQ(decided(second, "org,a)/", "20050531235959"), Visibility::kShown);
  const std::string digest =
      "block digest " + kDigestD +
      " captured 2007\nblock all\nallow surt org,a)/public\n";
  EXPECT_EQ(decided(digest, "org,a)/public", "20210101000000", kDigestD),
            Visibility::kShown);
}

TEST(AccessRules, DoNotShowWhatTheyCannotDecide) {
  const std::string blocked = "block surt org,a)/ captured 2007\n";
  for (const char* date : {"", "-", "x", "20", "2007", "200706", "2007x"}) {
    EXPECT_EQ(decided(blocked, "org,a)/", date), Visibility::kBlocked) << date;
  }
  for (const char* date : {"2006", "2008", "200801"}) {
    EXPECT_EQ(decided(blocked, "org,a)/", date), Visibility::kShown) << date;
  }
  const std::string allowed =
      "allow surt org,a)/ captured 2007\nblock surt org,a)/\n";
  EXPECT_EQ(decided(allowed, "org,a)/", "200706"), Visibility::kShown);
  for (const char* date : {"", "-", "200", "2006"}) {
    EXPECT_EQ(decided(allowed, "org,a)/", date), Visibility::kBlocked) << date;
  }
  for (const char* date : {"", "-", "20070101000000", "zz"}) {
    EXPECT_EQ(decided("block all\n", "org,a)/", date), Visibility::kBlocked);
  }
  // As an ARC header that has only the year gave it.
  EXPECT_EQ(decided(blocked, "org,a)/", "20070000000000"),
            Visibility::kBlocked);
}

TEST(AccessRules, NameTheLineThatIsNoRule) {
  try {
    AccessRules rules(kToday);
    rules.add_lines("block all\ndeny all\n", "access");
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_EQ(error.offset(), 10U);
    EXPECT_NE(std::string(error.what()).find("line 2: "), std::string::npos)
        << error.what();
  }
}

TEST(AccessRules, DependOnTheDayEvenWhenARuleHasEnded) {
  EXPECT_TRUE(rules_of("block all until 2020\n").depends_on_day());
  EXPECT_TRUE(rules_of("block all until 2 years\n").depends_on_day());
  EXPECT_FALSE(rules_of("block all\n").depends_on_day());
}

TEST(AccessRules, NameAllThatTheyFit) {
  AccessRules rules = rules_of(
      "block surt org,a)/x\nblock surt org,a)/\nallow host b.org\nblock "
      "digest sha1:" +
      std::string(32, 'A') + "\nurl http://c.org/d\ndate 2007\n");
  // A record beside a page has the page's rules.
  std::vector<std::string> prefixes(cdx::kOtherSchemes.begin(),
                                    cdx::kOtherSchemes.end());
  prefixes.insert(prefixes.end(), {"org,a)/", "org,b", "org,c"});
  // Other spellings of hosts.
  prefixes.insert(
      prefixes.end(),
      {"http:", "https:", "ftp:", "view-source:", "feed:", "org\\"});
  std::sort(prefixes.begin(), prefixes.end());
  EXPECT_EQ(rules.key_prefixes(), prefixes);
  EXPECT_EQ(rules.digests().size(), 1U);
  EXPECT_EQ(
      rules.url_prefixes(),
      (std::vector<std::string>{"http://c.org/d", "http:\\", "https:\\"}));
  EXPECT_EQ(rules.hidden_periods(),
            (std::vector<warc::Period>{{"20061202000000", "20080130235959"}}));
  // The host may go on: keys of all hosts are looked at.
  EXPECT_EQ(rules_of("url http://c.or\n").key_prefixes(),
            (std::vector<std::string>{""}));
}

// The rules by their words alone: each is looked at, and no index is used.
struct PlainRule {
  std::string line;
  Visibility visibility;
  int kind;  // 0: hides, 1: digest, 2: prefix
  std::string prefix;
  std::string digest;
  bool host = false;
  std::string from;
  std::string to;
};

struct PlainCapture {
  std::string key;
  std::string digest;
  std::string date;
};

bool plain_rule_fits(const PlainRule& rule, const PlainCapture& capture) {
  if (!rule.digest.empty()) return rule.digest == capture.digest;
  if (!capture.key.starts_with(rule.prefix)) return false;
  if (!rule.host) return true;
  std::string rest = capture.key.substr(rule.prefix.size());
  return !rest.empty() && (rest[0] == ',' || rest[0] == ')' || rest[0] == ':');
}

Visibility plainly_decided(std::vector<PlainRule> rules,
                           const PlainCapture& capture) {
  std::erase_if(rules, [&](const PlainRule& rule) {
    return !plain_rule_fits(rule, capture);
  });
  std::stable_sort(rules.begin(), rules.end(),
                   [](const PlainRule& a, const PlainRule& b) {
                     bool a_hides = a.visibility == Visibility::kHidden;
                     bool b_hides = b.visibility == Visibility::kHidden;
                     if (a_hides != b_hides) return a_hides;
                     if (a.digest.empty() != b.digest.empty()) {
                       return b.digest.empty();
                     }
                     return a.prefix.size() > b.prefix.size();
                   });
  // The strictest of what each possible second says that begins so.
  auto at_second = [&](const std::string& second) {
    for (const PlainRule& rule : rules) {
      if (second >= rule.from && second <= rule.to) return rule.visibility;
    }
    return Visibility::kShown;
  };
  if (capture.date.size() == 14) return at_second(capture.date);
  Visibility strictest = Visibility::kShown;
  for (int year = 2000; year < 2010; ++year) {
    std::string second = std::to_string(year) + "0615120000";
    if (!capture.date.empty() && !second.starts_with(capture.date)) continue;
    strictest = std::max(strictest, at_second(second));
  }
  return strictest;
}

TEST(AccessRules, DecideAsANaiveModelDoes) {
  const std::vector<std::string> prefixes = {
      "", "org", "org,a", "org,a)/", "org,a)/x", "org,a)/x/y", "org,a,b)/"};
  const std::vector<std::string> keys = {
      "org,a)/",   "org,a)/x",   "org,a)/x/y/z",  "org,a,b)/",
      "org,aa)/x", "com,a)/x/y", "org,a:8080)/x", "org,a)/xyz"};
  const std::vector<std::string> digests = {
      kDigestD, "sha1:" + std::string(32, 'E'), "sha1:" + std::string(32, 'F')};
  const std::vector<std::string> dates = {"20030615120000",
                                          "20040615120000",
                                          "20050615120000",
                                          "2003",
                                          "2005",
                                          "200",
                                          ""};
  const std::pair<const char*, Visibility> actions[] = {
      {"allow", Visibility::kShown},
      {"exclude-from-search", Visibility::kUnlisted},
      {"block", Visibility::kBlocked},
      {"hide", Visibility::kHidden}};
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    auto pick = [&](const auto& from) {
      return from[random() % std::size(from)];
    };
    std::vector<PlainRule> plain;
    std::string text;
    for (size_t n = random() % 8; n > 0; --n) {
      PlainRule rule;
      auto [action, visibility] = pick(actions);
      rule.visibility = visibility;
      rule.line = action;
      rule.from = std::string(14, '0');
      rule.to = std::string(14, '9');
      switch (random() % 4) {
        case 0:
          rule.digest = pick(digests);
          rule.line += " digest " + rule.digest;
          break;
        case 1:
          rule.host = true;
          rule.prefix = random() % 2 == 0 ? "org,a" : "org,a,b";
          rule.line += rule.prefix == "org,a" ? " host a.org" : " host b.a.org";
          break;
        default:
          rule.prefix = pick(prefixes);
          rule.line += rule.prefix.empty() ? " all" : " surt " + rule.prefix;
      }
      if (random() % 2 == 0) {
        std::string from = std::to_string(2003 + random() % 2);
        std::string to = std::to_string(2004 + random() % 2);
        rule.from = from + "0000000000";
        rule.to = to + "9999999999";
        rule.line += " captured " + from + '-' + to;
      }
      text += rule.line + '\n';
      plain.push_back(std::move(rule));
    }
    AccessRules rules = rules_of(text);
    for (const std::string& key : keys) {
      for (const std::string& digest : digests) {
        for (const std::string& date : dates) {
          Visibility expected = plainly_decided(plain, {key, digest, date});
          Visibility got = rules.visibility({key, digest}, date);
          // For a date that is not whole the rules may see less, never more.
          if (date.size() == 14) {
            ASSERT_EQ(got, expected)
                << text << key << ' ' << digest << ' ' << date;
          } else {
            ASSERT_GE(got, expected)
                << text << key << ' ' << digest << ' ' << date;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace wax::collection
