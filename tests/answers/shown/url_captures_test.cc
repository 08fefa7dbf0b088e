#include "answers/shown/url_captures.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

TEST(UrlCaptures, GivesValuesOfEachLineInOrderOfDates) {
  serve::SmallSite small;
  UrlCaptures captures(small.scope(), "http://example.org/0");
  EXPECT_EQ(captures.urlkey(), "org,example)/0");
  std::vector<UrlCapture> all;
  for (UrlCapture capture; captures.next(capture);) all.push_back(capture);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].date, "20060101000000");
  EXPECT_EQ(all[0].digest, std::string(32, 'A'));
  EXPECT_EQ(all[0].redirect, "");  // "-"
  EXPECT_EQ(all[2].status, "");
  EXPECT_TRUE(all[2].is_revisit);
  EXPECT_FALSE(all[3].is_revisit);
  EXPECT_EQ(all[3].offset, 900U);
}

TEST(UrlCaptures, ReportsALineThatIsNoCapture) {
  serve::SmallSite small;
  tests::TempDir folder;
  std::string cdx = folder.write(
      "bad.cdx",
      " CDX N b a m s k r M S V g\norg,example)/ 2006\n"
      "org,example)/ 20070101000000 http://example.org/ - - A - - 1 2 a\n");
  std::vector<std::string> told;
  small.holdings().report = [&told](std::string_view text) {
    told.emplace_back(text);
  };
  Collection collection("bad", CollectionFiles{"", {cdx}}, nullptr);
  Scope scope;
  scope.holdings = &small.holdings();
  scope.collection = &collection;
  scope.generation = collection.current();
  UrlCaptures captures(scope, "http://example.org/");
  UrlCapture capture;
  ASSERT_TRUE(captures.next(capture));
  EXPECT_EQ(capture.date, "20070101000000");
  EXPECT_FALSE(captures.next(capture));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("bad.cdx"), std::string::npos);
}

}  // namespace
}  // namespace wax::answers
