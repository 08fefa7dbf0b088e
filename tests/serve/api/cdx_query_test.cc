#include "serve/api/cdx_query.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answers/requests/escape.h"
#include "io/error.h"

namespace wax::serve {
namespace {

CdxQuery query_of(std::string_view parameters,
                  CdxDialect dialect = CdxDialect::kPywb) {
  return read_cdx_query(answers::Parameters(parameters), dialect);
}

std::string refusal(std::string_view parameters) {
  try {
    (void)query_of(parameters);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(CdxQuery, ReadsTheNamesOfAllDialects) {
  CdxQuery query = query_of(
      "url=a.org&from_ts=2006&to=2007&fields=url,mime&collapseToFirst=digest&"
      "filter=a&filter=b&limit=-5&matchType=host");
  EXPECT_EQ(query.url, "a.org");
  EXPECT_EQ(query.lookup.from, "2006");
  EXPECT_EQ(query.lookup.to, "2007");
  EXPECT_EQ(query.lookup.fields, (std::vector<std::string>{"url", "mime"}));
  EXPECT_EQ(query.lookup.collapse, "digest");
  EXPECT_EQ(query.lookup.filters.size(), 2U);
  EXPECT_EQ(query.lookup.last, 5U);
  EXPECT_EQ(query_of("url=a&last=true").lookup.last, 1U);
  EXPECT_EQ(query.lookup.match, cdx::MatchType::kHost);
  EXPECT_EQ(query_of("url=a&from=2005&from_ts=2006").lookup.from, "2005");
}

TEST(CdxQuery, LimitsThatDoNotExistAreRefused) {
  for (const char* date :
       {"20081345", "20080230", "200813", "20080101250000"}) {
    for (const char* name : {"from", "from_ts", "to"}) {
      EXPECT_THROW(query_of(std::string("url=a&") + name + '=' + date),
                   UsageError)
          << name << ' ' << date;
    }
    // A capture may have it, and is asked for by it.
    EXPECT_EQ(query_of(std::string("url=a&closest=") + date).lookup.closest,
              date);
  }
  for (const char* date : {"00000000000000", "99999999999999", "20080000"}) {
    EXPECT_EQ(query_of(std::string("url=a&to=") + date).lookup.to, date);
  }
}

TEST(CdxQuery, JsonHasTheFormOfTheDialect) {
  for (auto [dialect, output] :
       {std::pair(CdxDialect::kPywb, CdxOutput::kJsonLines),
        std::pair(CdxDialect::kWayback, CdxOutput::kJsonNamedRows),
        std::pair(CdxDialect::kOutbackCdx, CdxOutput::kJsonRows)}) {
    EXPECT_EQ(query_of("url=a&output=json", dialect).output, output);
  }
  EXPECT_EQ(query_of("url=a&output=json&dialect=wayback").output,
            CdxOutput::kJsonNamedRows);
}

// wayback-cdx-server compares with "json" and "memento" as they are.
TEST(CdxQuery, AnotherFormIsTextByTheRulesOfWayback) {
  for (const char* output : {"txt", "JSON", "csv", "text", ""}) {
    const std::string parameters = "url=a&output=" + std::string(output);
    const CdxQuery query = query_of(parameters, CdxDialect::kWayback);
    EXPECT_EQ(query.output, CdxOutput::kLines) << output;
    EXPECT_FALSE(query.json) << output;
  }
  EXPECT_EQ(query_of("url=a&output=memento", CdxDialect::kWayback).output,
            CdxOutput::kLink);
  for (CdxDialect dialect : {CdxDialect::kPywb, CdxDialect::kOutbackCdx}) {
    EXPECT_THROW((void)query_of("url=a&output=txt", dialect), UsageError);
  }
}

TEST(CdxQuery, AMethodMakesTheKeyOfARequest) {
  CdxQuery query = query_of("url=http://a.org/&method=post&requestBody=b%3D1");
  EXPECT_NE(query.url.find("__wb_method=POST"), std::string::npos) << query.url;
}

TEST(CdxQuery, RefusesValuesWithoutMeaningAndNamesTheOthers) {
  EXPECT_EQ(refusal("x=1"),
            "Give the parameter url=URL; url=* stands for all captures.");
  EXPECT_EQ(refusal("url=a&output=xml"),
            "The parameter output='xml' has no meaning; use text, json, cdxj, "
            "ndjson, jsondict or link.");
  EXPECT_EQ(refusal("url=a&matchType=all"),
            "The parameter matchType='all' has no meaning; use exact, prefix, "
            "host, domain or range.");
  for (const char* parameters :
       {"url=a&sort=up", "url=a&sort=closest", "url=a&limit=-0",
        "url=a&limit=x", "url=a&pageSize=0", "url=a&dialect=x",
        "url=a&page=-1"}) {
    EXPECT_NE(refusal(parameters), "") << parameters;
  }
}

// What waybackpy and EDGI's wayback ask for.
TEST(CdxQuery, AKeyToResumeWithIsOnlyAfterALimitInTheUsualOrder) {
  EXPECT_TRUE(query_of("url=a&showResumeKey=true&limit=5").show_resume);
  for (const char* more : {"", "&limit=-5", "&limit=-3&fastLatest=true",
                           "&sort=closest&closest=2008&limit=1",
                           "&sort=reverse&limit=2", "&last=true"}) {
    CdxQuery query = query_of("url=a&showResumeKey=true" + std::string(more));
    EXPECT_FALSE(query.show_resume) << more;
    EXPECT_FALSE(query.lookup.resumable) << more;
  }
}

TEST(CdxQuery, SaysWhatItDoesNotAnswer) {
  for (const char* parameters :
       {"url=a&showSkipCount=true", "url=a&lastSkipTimestamp=true",
        "url=a&showGroupCount=1", "url=a&showUniqCount",
        "url=a&fl=endtimestamp", "url=a&fl=url,groupcount",
        "url=a&fl=uniqcount", "url=a&fl=skipcount", "url=a&accesspoint=public",
        "url=a&urlkey=b"}) {
    for (CdxDialect dialect :
         {CdxDialect::kPywb, CdxDialect::kWayback, CdxDialect::kOutbackCdx}) {
      EXPECT_THROW((void)query_of(parameters, dialect), UsageError)
          << parameters;
    }
  }
  EXPECT_NO_THROW((void)query_of("url=a&showSkipCount=false"));
}

TEST(CdxQuery, TakesAKeyInsteadOfAUrl) {
  cdx::SearchRange range = range_of(query_of("urlkey=org,a)/b"));
  EXPECT_EQ(range.first, "org,a)/b");
  EXPECT_EQ(range.end, "org,a)/b!");
  range = range_of(query_of("urlkey=org,a)/b&matchType=prefix"));
  EXPECT_EQ(range.first, "org,a)/b");
  EXPECT_GT(range.end, "org,a)/b\xfe");
  EXPECT_THROW((void)range_of(query_of("urlkey=org,a)/&matchType=host")),
               UsageError);
}

TEST(CdxQuery, ReadsResumeKeysThatAreEncodedTwice) {
  const std::string place = "org,a)/?q=100%25+%2B%2525 20070101000000 2";
  const std::string once = answers::url_part(place);
  EXPECT_EQ(query_of("url=a&resumeKey=" + once).lookup.resume, place);
  EXPECT_EQ(
      query_of("url=a&resumeKey=" + answers::url_part(once)).lookup.resume,
      place);
}

TEST(CdxQuery, ADialectHasFieldsOfItsOwn) {
  EXPECT_TRUE(default_fields(query_of("url=a")).empty());
  EXPECT_EQ(default_fields(query_of("url=a", CdxDialect::kWayback)).size(), 7U);
  EXPECT_EQ(default_fields(
                query_of("url=a&resolveRevisits=true", CdxDialect::kWayback))
                .size(),
            10U);
}

}  // namespace
}  // namespace wax::serve
