#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "serve/pages/page_routes.h"
#include "tests/serve/archived_site.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::ElementsAre;

TEST(UrlPage, AUrlHasACalendarVersionsAndPlacesOfRecords) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(
      server.get("/url?url=http%3A%2F%2Fwww.example.org%2F0").body);
  EXPECT_EQ(page.text("h1"), "Heron 0");
  EXPECT_EQ(page.definition("captures"), "4");
  EXPECT_EQ(page.definition("versions"), "2");
  EXPECT_EQ(page.definition("duplicates"), "1");
  EXPECT_EQ(page.definition("revisits"), "1");
  EXPECT_EQ(page.texts("h2"),
            (std::vector<std::string>{"Calendar", "Days of 2008", "Versions",
                                      "Captures"}));

  const auto calendar = page.all("table.calendar");
  ASSERT_EQ(calendar.size(), 1U);
  EXPECT_THAT(page.values("a", "href", calendar[0]),
              ElementsAre("#at-20060101000000", "#at-20070301000000",
                          "#at-20080302000000"));
  EXPECT_THAT(page.values("a", "title", calendar[0])[1],
              testing::StartsWith("March 2007: 2 captures"));

  const auto versions = page.all("ol.versions");
  ASSERT_EQ(versions.size(), 1U);
  EXPECT_THAT(page.texts("p.title", versions[0]),
              ElementsAre("Heron 0", "Heron 0"));
  EXPECT_THAT(
      page.texts("code", versions[0]),
      ElementsAre(testing::StartsWith("AAAA"), testing::StartsWith("CCCC")));

  const auto tables = page.all("table.captures");
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_THAT(page.texts("th", tables[0]),
              ElementsAre("Date (UTC)", "Version", "Status", "Type", "Details"));
  EXPECT_THAT(page.texts("span.kind", tables[0]),
              ElementsAre("new", "unchanged", "unchanged", "new"));
  // Where records are is beside what readers look for.
  const auto details = page.all("details.for-researchers");
  ASSERT_EQ(details.size(), 1U);
  EXPECT_THAT(page.texts("td.place", details[0]),
              ElementsAre("a.warc.gz 17", "b.warc.gz 99", "b.warc.gz 700",
                          "b.warc.gz 900"));
  EXPECT_EQ(page.texts("td.place").size(), 4U);
  EXPECT_THAT(page.texts("td", details[0]), testing::Contains("revisit"));
  // A link of the calendar leads to the row of the first capture.
  for (const char* date : {"20060101000000", "20070301000000", "20070302000000",
                           "20080302000000"}) {
    EXPECT_EQ(page.all(std::string("tr#at-") + date).size(), 1U) << date;
  }
}

TEST(UrlPage, TheDaysOfAYearLeadToTheirCaptures) {
  SmallSite small;
  TestServer server(small.router());
  const std::string url = "/url?url=http%3A%2F%2Fwww.example.org%2F0";
  const PageTree page(server.get(url + "&year=2007").body);
  EXPECT_THAT(page.texts("h3"), testing::Contains("March"));
  const auto days = page.all("ol.days");
  ASSERT_EQ(days.size(), 1U);  // no other month of the year has captures
  // The first of March 2007 was a Thursday.
  EXPECT_EQ(page.all("li", days[0]).size(), 3U + 31U);
  EXPECT_THAT(page.texts("a", days[0]), ElementsAre("1 1 Mar 2007: 1 capture",
                                                    "2 2 Mar 2007: 1 capture"));
  EXPECT_THAT(page.values("a", "title", days[0]),
              ElementsAre("1 Mar 2007: 1 capture", "2 Mar 2007: 1 capture"));
  EXPECT_EQ(page.values("a", "href", days[0])[1],
            "/url?url=http%3A%2F%2Fwww.example.org%2F0#at-20070302000000");
  // Another year is the last one that has captures.
  for (const char* year : {"", "&year=1999", "&year=x"}) {
    const PageTree last(server.get(url + year).body);
    EXPECT_EQ(last.values("a", "title", last.all("ol.days")[0]),
              std::vector<std::string>{"2 Mar 2008: 1 capture"})
        << year;
  }
}

TEST(UrlPage, AUrlWithoutCapturesHasNone) {
  SmallSite small;
  TestServer server(small.router());
  const auto answer =
      server.get("/url?url=http%3A%2F%2Fwww.example.org%2Fnone");
  EXPECT_EQ(answer.status, 404);
  const PageTree page(answer.body);
  EXPECT_TRUE(page.all("table.captures").empty());
}

// Records beside pages, as Browsertrix writes them.
void add_picture(const std::string& date, const std::string& urn,
                 const std::string& type, const std::string& body,
                 ArchivedSite& site) {
  tests::WarcFields record;
  record.type = "resource";
  record.uri = urn + "http://example.com/p";
  record.date = warc::iso_date(date);
  record.content_type = type;
  site.add_line(urn + "http://example.com/p " + date + ' ' + urn +
                "http://example.com/p " + type + " - - - - 1 " +
                std::to_string(site.size()) + " a.warc\n");
  site.add_record(tests::warc_record(body, record));
}

void add_page_with_pictures(ArchivedSite& site) {
  for (const char* date : {"20260101000000", "20260201000000"}) {
    site.add(date, "p", http("text/html", "<title>P</title>"));
  }
  add_picture("20260101000005", "urn:view:", "image/png", "first", site);
  add_picture("20260201000005", "urn:view:", "image/png", "second", site);
  add_picture("20260201000006", "urn:thumbnail:", "text/html", "<script>",
              site);
  add_picture("20260201000007", "urn:pageinfo:", "application/json",
              R"({"urls":{"http://example.com/<b>":{"status":404,)"
              R"("type":"image"},"javascript:x":{"error":"net::ERR"}}})",
              site);
}

TEST(UrlPage, HasThePictureOfThePageAndWhatItAskedFor) {
  ArchivedSite made;
  add_page_with_pictures(made);
  const ServedSite& site = made.serve();
  const PageTree page(site.get("/url?url=http%3A%2F%2Fexample.com%2Fp").body);
  const std::string picture =
      "/view/20260201000005im_/urn:view:http://example.com/p";
  EXPECT_THAT(page.values("img", "src"), testing::Contains(picture));
  const auto asked = page.all("table.asked");
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_THAT(page.texts("td", asked[0]),
              ElementsAre("example.com/<b>", "image", "404", "javascript:x", "",
                          "net::ERR"));
  EXPECT_EQ(page.values("a", "href", asked[0]).size(), 1U);
  const auto answer = site.get(picture);
  EXPECT_EQ(answer.body, "second");
  EXPECT_EQ(answer.header("content-type"), "image/png");
  EXPECT_THAT(answer.header("content-security-policy"),
              testing::StartsWith("sandbox; default-src 'none'"));
  const PageTree view(
      site.get("/view/20260101000000/http://example.com/p").body);
  EXPECT_THAT(view.values("a", "href"),
              testing::Contains(
                  "/view/20260101000005im_/urn:view:http://example.com/p"));
}

TEST(UrlPage, HidesThePictureOfAHiddenCapture) {
  ArchivedSite made;
  add_page_with_pictures(made);
  made.add_rules("page http://example.com/p captured 20260201000000\n");
  const ServedSite& site = made.serve();
  const std::string page =
      site.get("/url?url=http%3A%2F%2Fexample.com%2Fp").body;
  EXPECT_NE(page.find("20260101000005im_"), page.npos);
  EXPECT_EQ(page.find("20260201000005"), page.npos);
  EXPECT_EQ(page.find("javascript:x"), page.npos);
  for (const char* path :
       {"/view/20260201000005im_/urn:view:http://example.com/p",
        "/raw/20260201000005id_/urn:view:http://example.com/p",
        "/raw/20260201000007id_/urn:pageinfo:http://example.com/p"}) {
    EXPECT_EQ(site.get(path).body.find("second"), std::string::npos) << path;
    EXPECT_EQ(site.get(path).body.find("javascript"), std::string::npos)
        << path;
  }
}

TEST(UrlPage, HidesPicturesThatMayShowAHiddenCapture) {
  ArchivedSite made;
  for (const char* date : {"20200105000000", "20200108000000"}) {
    made.add(date, "p", http("text/html", "<title>P</title>"));
  }
  add_picture("20200105001100", "urn:view:", "image/png", "later", made);
  add_picture("20200107000000", "urn:view:", "image/png", "days", made);
  add_picture("20200107000001", "urn:pageinfo:", "application/json",
              R"({"urls":{"http://example.com/asked":{"status":404}}})", made);
  made.add_rules("page http://example.com/p captured 20200105\n");
  const ServedSite& site = made.serve();
  const std::string page =
      site.get("/url?url=http%3A%2F%2Fexample.com%2Fp").body;
  EXPECT_NE(page.find("20200108000000"), page.npos);
  EXPECT_EQ(page.find("urn:view:"), page.npos);
  EXPECT_EQ(page.find("asked"), page.npos);
  EXPECT_EQ(site.get("/view/20200108000000/http://example.com/p")
                .body.find("urn:view:"),
            page.npos);
  for (const char* path :
       {"/view/20200105001100im_/urn:view:http://example.com/p",
        "/raw/20200107000000id_/urn:view:http://example.com/p",
        "/raw/20200107000001id_/urn:pageinfo:http://example.com/p"}) {
    const std::string body = site.get(path).body;
    for (const char* word : {"later", "days", "asked"}) {
      EXPECT_EQ(body.find(word), body.npos) << path;
    }
  }
}

}  // namespace
}  // namespace wax::serve
