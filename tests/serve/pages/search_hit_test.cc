#include "serve/pages/search_hit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "answers/shards/shard_servers.h"
#include "collection/access/derived.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/served_site.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

TEST(SearchHit, ADateLinksToTheReplaySystem) {
  SmallSite small;
  small.holdings().replay = "http://wayback.example/";
  TestServer server(small.router());
  const PageTree page(server.get("/search?query=heron").body);
  const auto links = page.values("a", "href");
  EXPECT_THAT(links, Contains("http://wayback.example/20060101000000/"
                              "http://www.example.org/0"));
  EXPECT_THAT(links, Not(Contains(HasSubstr("20080101000000/javascript:"))));
}

TEST(SearchHit, LeadsToACaptureOfTheTimeThatIsSearched) {
  SmallSite small;
  small.holdings().replay = "http://wayback.example/";
  TestServer server(small.router());
  auto links = [&](const std::string& time) {
    const PageTree page(server.get("/search?query=grey" + time).body);
    return page.values("a", "href", page.all("h3").at(0));
  };
  const std::string page = "/http://www.example.org/0";
  EXPECT_THAT(links(""),
              ElementsAre("http://wayback.example/20060101000000" + page));
  for (const char* time :
       {"&from=2007", "&from=20070101&to=20070301", "&from=2007&to=2007"}) {
    EXPECT_THAT(links(time),
                ElementsAre("http://wayback.example/20070301000000" + page))
        << time;
  }
}

TEST(SearchHit, CollapsesTheHitsOfASite) {
  SmallSite small(7);
  TestServer server(small.router());
  const PageTree page(server.get("/search?query=river&collapse=site").body);
  EXPECT_THAT(page.text("h2#total"), StartsWith("8 pages "));
  EXPECT_EQ(page.all("li.hit").size(), 1U);
  EXPECT_EQ(page.all("ul.others").size(), 1U);
  EXPECT_THAT(page.texts("a"), Contains("All 8 of example.org"));
}

TEST(SearchHit, IsCitedAsItsCaptureIs) {
  const SmallSite small;
  const TestServer server(small.router());
  const PageTree page(server.get("/search?query=%22Heron+0%22").body);
  const std::string capture =
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=20060101000000";
  EXPECT_THAT(page.values("a", "href"), Contains(capture + "#cite"));
  EXPECT_TRUE(page.all("details.cite").empty());
  const PageTree cited(server.get(capture).body);
  EXPECT_THAT(cited.texts("span.citation"),
              Contains(StartsWith("urn:pwid:localhost:2006-01-01T00:00:00Z:")));
}

// A picture that a page shows, and one of which nothing is said.
class Pictures : public testing::Test {
 protected:
  Pictures() {
    index::IndexWriter writer(folder_ / "c/pindexes/001/main", {});
    auto add = [&](const std::string& name, const std::string& text,
                   const std::string& page) {
      const std::string url = "http://example.org/" + name;
      const std::string key = "org,example)/" + name;
      const std::string digest = "sha1:" + name;
      const char* date =
          name == "nest.png" ? "20071105100000" : "20061105100000";
      std::vector<index::FieldValue> values = {
          {"urlkey", key},       {"digest", digest},
          {"url", url},          {"date", date},
          {"type", "image/png"}, {"family", "image"},
          {"length", "100"}};
      if (!text.empty()) values.push_back({"content", text});
      if (!page.empty()) values.push_back({"said_by", page});
      writer.add(values);
    };
    add("heron.png", "White \"heron\" on a stone\nIn the river",
        collection::print_source("org,example)/birds?a&b", "sha1:BIRDS",
                                 "20070203000000",
                                 "http://www.example.org/birds?a&b"));
    // Full text lacks this version of the page.
    add("nest.png", "A nest",
        collection::print_source("org,example)/birds?a&b", "sha1:NESTS",
                                 "20070203000000",
                                 "http://www.example.org/birds?a&b"));
    add("line.png", "", "");
    writer.add({{"urlkey", "org,example)/birds?a&b"},
                {"digest", "sha1:BIRDS"},
                {"url", "http://www.example.org/birds?a&b"},
                {"date", "20070203000000"},
                {"title", "Birds of the \"valley\""},
                {"type", "text/html"},
                {"family", "html"},
                {"content", "heron"}});
    writer.about("urlkey", "surt");
    writer.finish();
    site_ = std::make_unique<ServedSite>(
        ServedSite::Named{{"c", {folder_ / "c", {}}}}, prepare);
  }

  static void prepare(answers::Holdings& site, Router& router) {
    site.has_other_archives = true;  // pictures are shown
    add_search_api(site, router);
    add_shard_routes(site, router);
    add_opensearch(site, router);
    add_page_routes(site, router);
  }

  tests::TempDir folder_;
  std::unique_ptr<ServedSite> site_;
};

TEST_F(Pictures, HaveTheirDateTheirPageAndItsWords) {
  const PageTree page(site_->get("/search?query=family:image").body);
  ASSERT_EQ(page.all("ol.pictures").size(), 1U);
  EXPECT_THAT(page.text("h2#total"), StartsWith("3 pages "));
  const PageTree tab(site_->get("/search?family=image").body);
  EXPECT_THAT(tab.text("h2#total"), StartsWith("3 images "));
  EXPECT_THAT(page.values("img", "alt", page.all("ol.pictures").at(0)),
              UnorderedElementsAre("White \"heron\" on a stone", "A nest", ""));
  EXPECT_THAT(page.values("a.picture", "aria-hidden"), ElementsAre("true"));
  EXPECT_THAT(page.values("time", "datetime"),
              UnorderedElementsAre("2006-11-05T10:00:00Z",
                                   "2006-11-05T10:00:00Z",
                                   "2007-11-05T10:00:00Z"));
  EXPECT_THAT(
      page.texts("p.shown-by"),
      UnorderedElementsAre("5 Nov 2006 on the page Birds of the \"valley\"",
                           "5 Nov 2007 on the page example.org/birds?a&b",
                           "5 Nov 2006"));
  EXPECT_THAT(
      page.values("a", "href"),
      Contains("/view/20070203000000/http://www.example.org/birds?a&b"));
}

TEST_F(Pictures, HaveATabThatCountsThem) {
  const PageTree tab(site_->get("/search?family=image").body);
  EXPECT_THAT(tab.values("div", "aria-label"),
              Contains("Images by year of capture"));
  EXPECT_THAT(tab.values("a", "title", tab.all("ol.histogram").at(0)),
              ElementsAre("2006: 2 images", "2007: 1 image"));
  EXPECT_TRUE(tab.all("ul.filters").empty());  // the tab says it
  const PageTree all(site_->get("/search?query=*").body);
  EXPECT_THAT(all.values("div", "aria-label"),
              Contains("Pages by year of capture"));
  const PageTree none(
      site_->get("/search?family=image&query=castle+nothing").body);
  EXPECT_THAT(none.texts("p"), Contains("No image has all these words."));
}

TEST_F(Pictures, AreTheSameBehindAFrontOfShards) {
  answers::ShardOptions options;
  options.urls = {"http://127.0.0.1:" + std::to_string(site_->port())};
  answers::Holdings holdings;
  holdings.has_other_archives = true;
  holdings.collections.add(std::make_unique<answers::Collection>(
      "c", std::make_shared<const answers::ShardServers>(options)));
  Router router;
  add_page_routes(holdings, router);
  const TestServer front(router);
  const PageTree page(front.get("/search?query=family:image").body);
  EXPECT_THAT(page.values("img", "alt", page.all("ol.pictures").at(0)),
              UnorderedElementsAre("White \"heron\" on a stone", "A nest", ""));
  EXPECT_THAT(
      page.texts("p.shown-by"),
      UnorderedElementsAre("5 Nov 2006 on the page Birds of the \"valley\"",
                           "5 Nov 2007 on the page example.org/birds?a&b",
                           "5 Nov 2006"));
}

TEST_F(Pictures, AreFoundByProgramsAsBefore) {
  for (const char* path : {"/api/search?query=family:image",
                           "/opensearch?query=family:image"}) {
    const std::string answer = site_->get(path).body;
    EXPECT_THAT(answer, HasSubstr("heron.png")) << path;
    EXPECT_THAT(answer, Not(HasSubstr("said_by"))) << path;
    EXPECT_THAT(answer, Not(HasSubstr("org,example)/birds"))) << path;
    EXPECT_THAT(answer, Not(HasSubstr("content\":"))) << path;
    EXPECT_THAT(answer, Not(HasSubstr("nutch:content"))) << path;
  }
}

}  // namespace
}  // namespace wax::serve
