#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/serve/archived_site.h"

namespace wax::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string http(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
}

Captured with_digest(const std::string& digest) {
  Captured captured;
  captured.digest = digest;
  return captured;
}

TEST(ViewPage, HasABarAroundThePage) {
  ArchivedSite site;
  site.add("20060101000000", "", http("one"),
           with_digest("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  site.add("20070101000000", "", http("<img src=gone.gif>"),
           with_digest("BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"));
  site.add("20080101000000", "", http("three"),
           with_digest("CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC"));
  const ServedSite& served = site.serve();
  auto answer = served.get("/view/20070101000000/http://example.com/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body,
              HasSubstr("src=\"/view/20070101000000fr_/http://example.com/\""));
  EXPECT_THAT(answer.body,
              HasSubstr("sandbox=\"allow-top-navigation-by-user-activation\""));
  EXPECT_THAT(answer.body,
              HasSubstr("href=\"/view/20060101000000/http://example.com/\""));
  EXPECT_THAT(answer.body,
              HasSubstr("href=\"/view/20080101000000/http://example.com/\""));
  EXPECT_THAT(answer.body, HasSubstr("version 2 of 3"));
  EXPECT_THAT(answer.body, HasSubstr("what changed"));
  EXPECT_THAT(answer.body, HasSubstr("1 of 1 parts missing"));
  EXPECT_THAT(answer.body, Not(HasSubstr("gone.gif")));
  EXPECT_THAT(answer.header("content-security-policy"),
              HasSubstr("frame-src 'self'"));
}

TEST(ViewPage, LeadsWhereAPageLeadsAtOnce) {
  ArchivedSite site;
  site.add("20070101000000", "",
           http("<meta http-equiv=refresh content='0;url=/a'>"));
  site.add("20070101000000", "a", http("a"));
  auto answer = site.serve().get("/view/20070101000000/http://example.com/");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"),
            "/view/20070101000000/http://example.com/a");
}

TEST(ViewPage, ADateLeadsToTheCaptureNextToIt) {
  ArchivedSite site;
  site.add("20060101000000", "a%20b", http("one"));
  auto answer = site.serve().get("/view/2010/http://example.com/a%20b");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"),
            "/view/20060101000000/http://example.com/a%20b");
}

}  // namespace
}  // namespace wax::serve
