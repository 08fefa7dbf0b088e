#include "cdx/filter/condition.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::cdx {
namespace {

struct Case {
  const char* condition;
  const char* value;
  bool holds;
};

TEST(Condition, ComparesTextsNumbersAndDates) {
  const Case kCases[] = {
      {"mime=text/html", "text/html", true},
      {"mime=text/html", "text/html2", false},
      {"mime=", "", true},
      {"mime!=text/html", "text/css", true},
      {"mime!=text/html", "-", true},
      {"url~a=b", "http://h/?xa=bc", true},
      {"mime~^text/", "text/css", true},
      {"mime~^html", "text/html", false},
      {"mime!~html", "text/html", false},
      {"url~\xe9", "caf\xe9", true},
      {"status<400", "399", true},
      {"status<400", "400", false},
      {"status<=400", "400", true},
      {"status<400", "-", false},
      {"status>=400", "-", false},
      {"length>999", "1000", true},
      {"length>999", "0999", false},
      {"length>=18446744073709551616", "18446744073709551617", true},
      {"length<10", "9x", false},
      {"length>10", "9x", false},
      {"digest<M", "ABC", true},
      {"digest>=M", "ABC", false},
      {"date=2007", "20071231235959", true},
      {"date=2007", "20080101000000", false},
      {"b!=2007", "20080101000000", true},
      {"date<=2007", "20071231235959", true},
      {"date>2007", "20071231235959", false},
      {"date>2007", "20080101000000", true},
      {"date>=200712", "20071201000000", true},
      {"date<200712", "20071130235959", true},
      {"date~^2007", "20071130235959", true},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Condition::parse(c.condition).holds(c.value), c.holds)
        << c.condition << " on " << c.value;
  }
}

TEST(Condition, ComparesDigestsInTheirNormalForm) {
  const std::string spellings[] = {"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
                                   "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
                                   "3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
                                   "da39a3ee5e6b4b0d3255bfef95601890afd80709"};
  const std::string other = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  for (const std::string& asked : spellings) {
    const Condition conditions[] = {
        Condition::parse("digest=" + asked),
        Condition::parse("k=" + asked),
        Condition::parse_filter("=digest:" + asked, FilterRules::kPywb),
        Condition::parse_filter("digest:" + asked, FilterRules::kPywb),
        Condition::parse_filter("digest:" + asked, FilterRules::kOutback),
        Condition::parse_filter("~digest:" + asked, FilterRules::kOutback)};
    for (const Condition& condition : conditions) {
      for (const std::string& value : spellings) {
        EXPECT_TRUE(condition.holds(value)) << asked << ' ' << value;
      }
      EXPECT_FALSE(condition.holds(other)) << asked;
      EXPECT_FALSE(condition.holds("-")) << asked;
    }
    EXPECT_FALSE(Condition::parse("digest!=" + asked).holds(spellings[0]));
    EXPECT_FALSE(Condition::parse("url=" + asked).holds("x" + asked));
  }
  EXPECT_FALSE(Condition::parse("url=" + spellings[0]).holds(spellings[1]));
}

TEST(Condition, FieldEndsAtTheOperator) {
  EXPECT_EQ(Condition::parse("http:X-Y=1").field(), "http:X-Y");
  EXPECT_EQ(Condition::parse("m!~a<b").field(), "m");
  for (const char* text : {"", "mime", "=x", "~x", "m!x", "m~(", "<1"}) {
    EXPECT_THROW((void)Condition::parse(text), UsageError) << text;
  }
}

TEST(Condition, FiltersOfPywb) {
  const Case kCases[] = {
      {"mimetype:html", "text/html", true},
      {"!mimetype:html", "text/html", false},
      {"=mimetype:html", "text/html", false},
      {"~mimetype:.*/html$", "text/html", true},
      {"~mimetype:html", "text/html", false},
      {"!~mimetype:text", "text/html", false},
      {"!=statuscode:200", "404", true},
      {"=urlkey:com,example)/?example=1", "com,example)/?example=1", true},
      {"screen.css 2014", "x/screen.css 20140126200625 http", true},
      {"=timestamp:2014", "20140126200625", false},
      {"timestamp:2014", "20140126200625", true},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(
        Condition::parse_filter(c.condition, FilterRules::kPywb).holds(c.value),
        c.holds)
        << c.condition << " on " << c.value;
  }
  EXPECT_EQ(Condition::parse_filter("a b", FilterRules::kPywb).field(), "");
}

TEST(Condition, TakesDatesOnly) {
  for (const char* good :
       {"date=2007", "timestamp>=20070601", "b<2", "date!=20070601000000",
        "date=-", "date!=-", "date~2007-"}) {
    EXPECT_NO_THROW((void)Condition::parse(good)) << good;
  }
  for (const char* bad :
       {"date>=2007-06-01", "date=2007-01-01", "date=abc", "date=2007..2008",
        "date=", "b<", "timestamp>-", "date=200706010000001"}) {
    EXPECT_THROW((void)Condition::parse(bad), UsageError) << bad;
  }
}

TEST(Condition, FiltersOfOutbackCdx) {
  const Case kCases[] = {
      {"status:20.", "201", true},
      {"status:20", "201", false},
      {"~status:20", "201", true},
      {"~filename:one", "one.warc.gz", true},
      {"~filename:one", "two", false},
      {"~!status:201", "202", true},
      {"!status:20.", "201", false},
      {"~filename:warc", "a.warc.gz", true},
      {"~filename:a.w", "a.warc.gz", true},
      {"~filename:a.+w", "a.warc", false},
      {"~filename:(", "a(.warc", true},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Condition::parse_filter(c.condition, FilterRules::kOutback)
                  .holds(c.value),
              c.holds)
        << c.condition << " on " << c.value;
  }
  EXPECT_THROW((void)Condition::parse_filter("status", FilterRules::kOutback),
               UsageError);
  EXPECT_THROW((void)Condition::parse_filter(":x", FilterRules::kPywb),
               UsageError);
}

}  // namespace
}  // namespace wax::cdx
