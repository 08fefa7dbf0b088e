#include "serve/shares/shared_pages.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "io/error.h"
#include "tests/serve/shared_site.h"

namespace wax::serve {
namespace {

SharedPages shared_of(const SharedSite& site, const std::string& query) {
  const answers::Request request = SharedSite::request(query);
  return shared_pages(scope_of(site.holdings(), request), request);
}

// "URL shares/authors/originals/reposts;"
std::string pages_of(const SharedSite& site, const std::string& query) {
  std::string text;
  for (const SharedPage& page : shared_of(site, query).pages) {
    text += page.url.substr(19) + ' ' + std::to_string(page.numbers.shares) +
            '/' + std::to_string(page.numbers.authors) + '/' +
            std::to_string(page.numbers.originals) + '/' +
            std::to_string(page.numbers.reposts) + ';';
  }
  return text;
}

std::string shares_of(const SharedSite& site, const std::string& page,
                      std::string_view by) {
  const SharesOfPage shares =
      shares_of_page(scope_of(site.holdings(), answers::Request()),
                     "org,example)/" + page, by);
  std::string text = shares.by + ':';
  for (const PeriodShares& period : shares.periods) {
    text +=
        ' ' + period.period.name + '=' + std::to_string(period.numbers.shares);
  }
  return text;
}

TEST(SharedPages, AreArchivedPagesOfAPeriod) {
  const SharedSite site;
  const std::string week = "b 3/2/2/1;a 2/2/2/0;c 1/1/1/0;";
  EXPECT_EQ(pages_of(site, "by=week&date=20100714"), week);
  EXPECT_EQ(pages_of(site, "by=week&date=20100718235959"), week);
  EXPECT_EQ(pages_of(site, "by=month&date=201007"), week);
  EXPECT_EQ(pages_of(site, "by=day&date=20100715"), "b 1/1/0/1;");
  EXPECT_EQ(pages_of(site, "by=day&date=20100716"), "");
  EXPECT_EQ(pages_of(site, "date=20100714&count=1"), "b 3/2/2/1;");
  const SharedPages shared = shared_of(site, "date=20100714");
  EXPECT_EQ(shared.pages[0].title, "Page <b>");
  EXPECT_EQ(shared.pages[0].first, "20100714100000");
  EXPECT_EQ(shared.pages[0].last, "20100715100000");
  EXPECT_EQ(shared.pages[2].title, "");
}

TEST(SharedPages, AreThoseOfTheLastPeriodWithoutADate) {
  const SharedSite site;
  const SharedPages last = shared_of(site, "");
  EXPECT_EQ(last.by, "week");
  EXPECT_EQ(last.period.name, "2010-W31");
  EXPECT_EQ(last.period.start, "20100802");
  EXPECT_EQ(last.before, "20100712");
  EXPECT_EQ(last.after, "");
  const SharedPages day = shared_of(site, "by=day&date=20100720");
  EXPECT_EQ(day.period.name, "2010-07-20");
  EXPECT_EQ(day.before, "20100715");
  EXPECT_EQ(day.after, "20100802");
}

TEST(SharedPages, OfHiddenPagesAreNotThere) {
  SharedSite site;
  site.set_rules("hide url http://example.org/b\n");
  EXPECT_EQ(pages_of(site, "date=20100714"), "a 2/2/2/0;c 1/1/1/0;");
  EXPECT_EQ(shares_of(site, "b", "day"), ":");
  site.set_rules("exclude-from-search url http://example.org/a\n");
  EXPECT_EQ(pages_of(site, "date=20100714"), "b 3/2/2/1;c 1/1/1/0;");
  EXPECT_EQ(shares_of(site, "a", ""), ":");
}

TEST(SharedPages, RefuseWhatIsNoPeriod) {
  const SharedSite site;
  EXPECT_THROW((void)shared_of(site, "by=hour"), UsageError);
  EXPECT_THROW((void)shared_of(site, "by=year"), UsageError);
  EXPECT_THROW((void)shared_of(site, "date=2010-07-14"), UsageError);
  EXPECT_THROW((void)shared_of(site, "date=20100732"), UsageError);
  EXPECT_THROW((void)shared_of(site, "count=1001"), UsageError);
}

TEST(SharedPages, AreNotCutWithoutAWord) {
  const SharedSite site;
  const answers::Request request = SharedSite::request("date=20100714");
  answers::Scope scope = scope_of(site.holdings(), request);
  scope.deadline = std::chrono::steady_clock::time_point::min();
  EXPECT_THROW((void)shared_pages(scope, request), answers::OutOfTime);
  EXPECT_EQ(site.reports, "");
}

TEST(SharedPages, OfADamagedFileAreReported) {
  SharedSite site;
  site.damage_shares();
  EXPECT_FALSE(shared_of(site, "").has_shares);
  EXPECT_NE(site.reports.find("shares: at byte 0: is no file of"),
            std::string::npos)
      << site.reports;
  EXPECT_EQ(shares_of(site, "a", ""), ":");
  const SharedSite none(/*has_shares=*/false);
  EXPECT_FALSE(shared_of(none, "").has_shares);
  EXPECT_EQ(none.reports, "");
}

TEST(SharesOfPage, HaveNoGaps) {
  const SharedSite site;
  EXPECT_EQ(shares_of(site, "b", ""), "day: 2010-07-14=2 2010-07-15=1");
  EXPECT_EQ(shares_of(site, "a", "week"),
            "week: 2010-W28=2 2010-W29=0 2010-W30=0 2010-W31=1");
  EXPECT_EQ(shares_of(site, "a", "month"), "month: 2010-07=2 2010-08=1");
  EXPECT_EQ(shares_of(site, "none", "month"), ":");
}

}  // namespace
}  // namespace wax::serve
