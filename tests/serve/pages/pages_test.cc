// What browsers get: well-formed pages in which archived texts are only text.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "index/html/html_tree.h"
#include "serve/http/escape.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

// Checks that each start tag of the page has its end tag, in order, and that a
// browser builds these elements and no others.
void expect_well_formed(const std::string& page, const std::string& target) {
  const std::set<std::string> void_elements = {
      "meta", "link", "img", "input", "rect", "path", "polyline"};
  std::vector<std::string> open;
  size_t elements = 0;
  for (size_t at = page.find('<'); at != std::string::npos;
       at = page.find('<', at + 1)) {
    if (page.compare(at, 2, "<!") == 0) continue;
    bool closes = page[at + 1] == '/';
    size_t from = at + (closes ? 2 : 1);
    size_t to = page.find_first_of(" />", from);
    std::string name = page.substr(from, to - from);
    if (closes) {
      ASSERT_FALSE(open.empty()) << target;
      ASSERT_EQ(open.back(), name) << target << " at " << at << ": "
                                   << page.substr(at < 80 ? 0 : at - 80, 160);
      open.pop_back();
    } else {
      ++elements;
      if (!void_elements.contains(name)) open.push_back(name);
    }
  }
  EXPECT_TRUE(open.empty()) << target;

  index::HtmlTree tree;
  tree.parse(page, {});
  size_t built = 0;
  for (const index::Node* node = tree.root(); node != nullptr;
       node = index::next_in_order(node, tree.root())) {
    if (node->kind != index::NodeKind::kElement) continue;
    ++built;
    if (node->text == "script") {
      EXPECT_EQ(node->attribute("src")->value, "/script.js") << target;
      EXPECT_EQ(node->first_child, nullptr) << target;
    }
    EXPECT_NE(node->text, "style") << target;
    for (const index::NodeAttribute& attribute : node->attributes()) {
      EXPECT_FALSE(attribute.name.starts_with("on")) << target;
      EXPECT_NE(attribute.name, "style") << target;
      if (attribute.name == "href" || attribute.name == "src") {
        EXPECT_TRUE(attribute.value.starts_with("/") ||
                    attribute.value.starts_with("#") ||
                    attribute.value.starts_with("http://wayback.example/"))
            << target << ": " << attribute.value;
      }
    }
  }
  EXPECT_EQ(built, elements) << target;
}

std::vector<std::string> targets() {
  std::string hostile = url_part(kHostile);
  std::vector<std::string> all = {
      "/",
      "/search?query=heron",
      "/search?query=heron&start=2&count=2",
      "/search?query=heron&start=50",
      "/search?query=heron&site=example.org&from=2006&to=2007",
      "/search?query=nothing+whatever",
      "/search?query=her",
      "/search?query=" + hostile,
      "/search?query=heron&site=" + hostile,
      "/search?query=heron&in=small",
      "/search?query=%28heron",
      "/search?query=title%3A",
      "/search?query=%FF%00%01",
      "/search?query=heron&from=" + hostile,
      "/search?query=heron&count=1001",
      "/url?url=http%3A%2F%2Fwww.example.org%2F0",
      "/url?url=http%3A%2F%2Fwww.example.org%2F1",
      "/url?url=http%3A%2F%2Fevil.example%2F%3Cb%3E",
      "/url?url=http%3A%2F%2Fnot.example%2F",
      "/url?url=" + hostile,
      "/search?query=heron&sort=newest&collapse=none",
      "/search?query=heron&sort=" + hostile,
      "/search?query=heron&collapse=" + hostile,
      "/search?query=heorn",
      "/url/changes?url=http%3A%2F%2Fwww.example.org%2F0&from=" +
          std::string(32, 'A') + "&to=" + std::string(32, 'C'),
      "/search?query=heron&collapse=site",
      "/search?query=heron&collapse=similar",
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=2007",
      "/url/capture?url=http%3A%2F%2Fevil.example%2F%3Cb%3E&date=2007",
      "/url/capture?url=http%3A%2F%2Fnot.example%2F",
      "/url/capture?url=" + hostile + "&date=" + hostile,
      "/url/similar?url=http%3A%2F%2Fwww.example.org%2F0",
      "/url/similar?url=" + hostile,
      "/trends",
      "/trends?query=heron&query=" + hostile + "&query=%28x&period=month",
      "/trends?query=heron&query=river&share=1",
      "/collection",
      "/api",
  };
  return all;
}

TEST(Pages, AreWellFormedAndKeepArchivedTextsAsText) {
  SmallSite small;
  for (const char* replay : {"", "http://wayback.example/"}) {
    small.site().replay = replay;
    TestServer server(small.router());
    for (const std::string& target : targets()) {
      tests::HttpAnswer answer = server.get(target);
      EXPECT_TRUE(answer.status == 200 || answer.status == 400 ||
                  answer.status == 404)
          << target << ' ' << answer.status;
      EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8")
          << target;
      std::string policy = answer.header("content-security-policy");
      EXPECT_TRUE(
          policy.starts_with("default-src 'none'; script-src 'self'; "
                             "style-src 'self'"))
          << target;
      EXPECT_EQ(policy.find("unsafe"), std::string::npos);
      expect_well_formed(answer.body, target);
    }
  }
}

TEST(Pages, ASearchShowsTitleSnippetDatesAndFacets) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/search?query=grey").body;
  EXPECT_NE(page.find("3 documents"), std::string::npos);
  EXPECT_NE(page.find(">Heron 0</a>"), std::string::npos);
  EXPECT_NE(page.find("A <mark>grey</mark> heron stands in the river."),
            std::string::npos);
  EXPECT_NE(page.find("/url?url=http%3A%2F%2Fwww.example.org%2F0#at-"
                      "20060101000000"),
            std::string::npos);
  EXPECT_NE(page.find("archived <time "
                      "datetime=\"2006-01-01T00:00:00Z\">1 Jan 2006 "
                      "00:00:00</time> UTC"),
            std::string::npos);
  page = server.get("/search?query=heron").body;
  EXPECT_NE(page.find("href=\"/search?query=heron&amp;type=text%2Fhtml\""),
            std::string::npos)
      << page;
}

TEST(Pages, ADateLinksToTheReplaySystem) {
  SmallSite small;
  small.site().replay = "http://wayback.example/";
  TestServer server(small.router());
  std::string page = server.get("/search?query=heron").body;
  EXPECT_NE(page.find("href=\"http://wayback.example/20060101000000/"
                      "http://www.example.org/0\""),
            std::string::npos);
  EXPECT_EQ(page.find("20080101000000/javascript:"), std::string::npos);
}

TEST(Pages, AFaultOfTheQueryIsShown) {
  SmallSite small;
  TestServer server(small.router());
  tests::HttpAnswer answer = server.get("/search?query=%28heron");
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("role=\"alert\""), std::string::npos);
  EXPECT_NE(answer.body.find("at character"), std::string::npos);
  EXPECT_NE(answer.body.find("value=\"(heron\""), std::string::npos);
}

TEST(Pages, AnEmptyResultTellsWhatItsWordsFindAlone) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/search?query=grey+nothing").body;
  EXPECT_NE(page.find(">grey</a> alone: 3 documents"), std::string::npos);
  EXPECT_NE(page.find(">nothing</a> alone: 0 documents"), std::string::npos);
  page = server.get("/search?query=grey&site=other.example").body;
  EXPECT_NE(page.find(">Without filters</a>: 3 documents"), std::string::npos);
}

TEST(Pages, AUrlHasACalendarVersionsAndPlacesOfRecords) {
  SmallSite small;
  TestServer server(small.router());
  std::string page =
      server.get("/url?url=http%3A%2F%2Fwww.example.org%2F0").body;
  for (std::string_view text :
       {"<dt>captures</dt><dd>4</dd>", "<dt>versions</dt><dd>2</dd>",
        "<dt>duplicates</dt><dd>1</dd>", "<dt>revisits</dt><dd>1</dd>",
        "<h1 dir=\"auto\">Heron 0</h1>", "2 captures in March 2007",
        "<tr id=\"at-20070302000000\">",
        "b.warc.gz <span class=\"quiet\">700</span>"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST(Pages, WordsThatChangedBetweenVersionsAreMarked) {
  SmallSite small;
  TestServer server(small.router());
  std::string url = "http%3A%2F%2Fwww.example.org%2F0";
  std::string target = "/url/changes?url=" + url +
                       "&amp;from=" + std::string(32, 'A') +
                       "&amp;to=" + std::string(32, 'C');
  EXPECT_NE(server.get("/url?url=" + url).body.find("href=\"" + target),
            std::string::npos);
  std::string page =
      server
          .get("/url/changes?url=" + url + "&from=" + std::string(32, 'A') +
               "&to=" + std::string(32, 'C'))
          .body;
  for (std::string_view text :
       {"<del>", "grey heron", "<ins>", "&lt;b&gt;brown&lt;/b&gt; bird"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text << page;
  }
  EXPECT_EQ(server.get("/url/changes?url=" + url + "&from=X&to=Y").status, 404);
}

TEST(Pages, ASearchShowsOneHitOfAUrlUnlessAskedForAll) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/search?query=river").body;
  EXPECT_NE(page.find("4 documents"), std::string::npos);
  EXPECT_NE(page.find(">2 versions found</a>"), std::string::npos);
  EXPECT_NE(page.find("3 documents in 2007"), std::string::npos) << page;
  page = server.get("/search?query=river&collapse=none&sort=newest").body;
  EXPECT_EQ(page.find("versions found"), std::string::npos);
  EXPECT_LT(page.find("bird stands"), page.find("grey heron stands"));
}

TEST(Pages, ASearchFoldsTheHitsOfASite) {
  SmallSite small(7);
  TestServer server(small.router());
  std::string page = server.get("/search?query=river&collapse=site").body;
  EXPECT_NE(page.find("8 documents"), std::string::npos);
  EXPECT_NE(page.find("<ul class=\"others\">"), std::string::npos);
  EXPECT_NE(page.find(">All 8 of example.org</a>"), std::string::npos) << page;
  size_t hits = 0;
  for (size_t at = page.find("<li class=\"hit\">"); at != std::string::npos;
       at = page.find("<li class=\"hit\">", at + 1)) {
    ++hits;
  }
  EXPECT_EQ(hits, 1U);
}

TEST(Pages, TrendsDrawALineForEachQuery) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/trends?query=grey&query=brown").body;
  EXPECT_NE(page.find("<g class=\"line-2\"><title>brown</title>"),
            std::string::npos);
  EXPECT_NE(page.find("<title>grey, 2007: 3</title>"), std::string::npos)
      << page;
  EXPECT_NE(page.find("<title>brown, 2008: 1</title>"), std::string::npos);
  page = server.get("/trends?query=grey&share=1&period=month").body;
  EXPECT_NE(page.find("<title>grey, 2007-03: 100.00 %</title>"),
            std::string::npos)
      << page;
  EXPECT_EQ(server.get("/trends?query=%28grey").status, 400);
}

TEST(Pages, ACaptureHasItsTextAndItsPlace) {
  SmallSite small;
  TestServer server(small.router());
  tests::HttpAnswer answer = server.get(
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=20070301");
  EXPECT_EQ(answer.status, 200);
  for (std::string_view text :
       {"A grey heron stands in the river.", "<dd>b.warc.gz</dd>",
        "<dd>99</dd>", "1 Mar 2007 00:00:00",
        "The archives are not at hand on this server."}) {
    EXPECT_NE(answer.body.find(text), std::string::npos) << text;
  }
}

TEST(Pages, SimilarPagesAreListed) {
  SmallSite small;
  TestServer server(small.router());
  std::string page =
      server.get("/url/similar?url=http%3A%2F%2Fwww.example.org%2F0").body;
  EXPECT_NE(page.find(">Heron 1</a>"), std::string::npos) << page;
}

TEST(Pages, ACollectionCountsItsCaptures) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/collection").body;
  EXPECT_NE(page.find("<dt>captures</dt><dd>5</dd>"), std::string::npos);
  EXPECT_NE(page.find("<title>2007: 3 captures</title>"), std::string::npos);
  EXPECT_NE(page.find("href=\"/search?site=example.org\""), std::string::npos);
}

TEST(Pages, AnUnknownCollectionIsNotFound) {
  SmallSite small;
  TestServer server(small.router());
  EXPECT_EQ(server.get("/?in=other").status, 404);
}

}  // namespace
}  // namespace wax::serve
