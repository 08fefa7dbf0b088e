// Several collections: the switch between them, and searches over all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/shown/holdings.h"
#include "cdx/url/url_key.h"
#include "index/writer/index_writer.h"
#include "serve/api/api_routes.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/archived_site.h"
#include "tests/serve/test_server.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"
#include "warc/reader/reader.h"

namespace wax::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

struct TestPage {
  std::string url;
  std::string site;
  std::string date;
  std::string text;
};

class AllCollections : public testing::Test {
 protected:
  AllCollections() {
    add("lake",
        {{"http://lake.example/a", "lake.example", "20060101000000",
          "heron heron heron and water"},
         {"http://lake.example/b", "lake.example", "20060201000000", "a rook"},
         {"http://shared.example/", "shared.example", "20060301000000",
          "a heron with a rook and a crow on a long branch"}});
    add("town", {{"http://town.example/a", "town.example", "20080101000000",
                  "heron in a town"},
                 {"http://shared.example/", "shared.example", "20080301000000",
                  "heron"}});
    holdings_.collections.add(std::make_unique<answers::Collection>(
        "lines",
        answers::CollectionFiles{
            "",
            {folder_.write("a.cdx",
                           "a,org)/ 20100101000000 "
                           "http://a.org/ text/html 200 A - - "
                           "- 7 a.warc\n")}},
        nullptr));
    add_search_api(holdings_, router_);
    add_export(holdings_, router_);
    add_opensearch(holdings_, router_);
    add_page_routes(holdings_, router_);
    server_ = std::make_unique<TestServer>(router_);
  }

  void write(const std::string& name, const std::vector<TestPage>& pages) {
    std::vector<std::string> lines;
    {
      index::IndexWriter writer(folder_ / (name + "/pindexes/001/main").c_str(),
                                {});
      for (const TestPage& page : pages) {
        const std::string key = key_of(page.url);
        writer.add({{"urlkey", key},
                    {"digest", "sha1:" + std::string(32, page.date[3])},
                    {"url", page.url},
                    {"site", page.site},
                    {"date", page.date},
                    {"title", page.text},
                    {"content", page.text}});
        lines.push_back(key + ' ' + page.date + ' ' + page.url +
                        " text/html 200 " + std::string(32, page.date[3]) +
                        " - - 10 7 a.warc\n");
      }
      writer.about("urlkey", "surt");
      writer.finish();
    }
    std::sort(lines.begin(), lines.end());
    std::string cdx;
    for (const std::string& line : lines) cdx += line;
    folder_.write(name + ".cdx", cdx);
  }
  void add(const std::string& name, const std::vector<TestPage>& pages) {
    write(name, pages);
    holdings_.collections.add(std::make_unique<answers::Collection>(
        name,
        answers::CollectionFiles{folder_ / name.c_str(),
                                 {folder_ / (name + ".cdx").c_str()}},
        nullptr));
  }
  static std::string key_of(const std::string& url) {
    const std::string host = url.substr(7, url.find('/', 7) - 7);
    const size_t dot = host.find('.');
    return host.substr(dot + 1) + ',' + host.substr(0, dot) + ')' +
           url.substr(url.find('/', 7));
  }
  std::string get(const std::string& target) {
    return server_->get(target).body;
  }
  nlohmann::json search(const std::string& parameters) {
    return text::parse_json(get("/api/search?" + parameters));
  }

  tests::TempDir folder_;
  answers::Holdings holdings_;
  Router router_;
  std::unique_ptr<TestServer> server_;
};

TEST_F(AllCollections, AreSearchedAsOne) {
  nlohmann::json all =
      search("query=heron&in=all&facet=site&facet=year&count=10");
  EXPECT_EQ(all["total"], 4);
  std::vector<std::pair<std::string, std::string>> hits;
  float score = 1e9F;
  for (const auto& hit : all["hits"]) {
    hits.emplace_back(hit["in"], hit["url"]);
    EXPECT_LE(hit["score"].get<float>(), score);
    score = hit["score"];
  }
  EXPECT_THAT(hits, testing::UnorderedElementsAre(
                        std::pair("lake", "http://lake.example/a"),
                        std::pair("lake", "http://shared.example/"),
                        std::pair("town", "http://town.example/a"),
                        std::pair("town", "http://shared.example/")));
  const nlohmann::json& sites = all["facets"][0];
  EXPECT_EQ(sites["different"], 3);
  EXPECT_EQ(sites["values"][0]["value"], "shared.example");
  EXPECT_EQ(sites["values"][0]["count"], 2);
  EXPECT_EQ(search("query=heron&in=lake")["total"], 2);
  EXPECT_FALSE(search("query=heron&in=lake")["hits"][0].contains("in"));
}

TEST_F(AllCollections, CollapseAndSortAsOne) {
  nlohmann::json all = search("query=heron&in=all&collapse=url&sort=newest");
  EXPECT_EQ(all["groups"], 3);
  std::vector<std::string> hits;
  for (const auto& hit : all["hits"]) {
    hits.push_back(hit["in"].get<std::string>() + ' ' +
                   hit["url"].get<std::string>());
  }
  EXPECT_THAT(hits, ElementsAre("town http://shared.example/",
                                "town http://town.example/a",
                                "lake http://lake.example/a"));
}

TEST_F(AllCollections, AreExportedWithTheirNames) {
  const std::string csv = get("/api/export?query=heron&in=all&format=csv");
  EXPECT_THAT(csv, HasSubstr(",captures,last_date,in\r\n"));
  EXPECT_THAT(csv, HasSubstr(",1,20060101000000,lake\r\n"));
  EXPECT_THAT(csv, HasSubstr(",1,20080101000000,town\r\n"));
  EXPECT_THAT(get("/api/export?query=heron&in=all&format=jsonl"),
              HasSubstr("{\"in\":\"town\",\"urlkey\""));
  EXPECT_THAT(get("/opensearch?query=heron&in=all"),
              HasSubstr("<nutch:in>town</nutch:in>"));
  EXPECT_EQ(server_->get("/api/export?query=heron&in=all&format=cdx").status,
            400);
}

TEST_F(AllCollections, HitsOfPagesLeadToTheirCollections) {
  const std::string page = get("/search?query=heron&in=all");
  EXPECT_THAT(page, HasSubstr("/url?url=http%3A%2F%2Ftown.example%2Fa&amp;in="
                              "town"));
  EXPECT_THAT(page, HasSubstr("/url?url=http%3A%2F%2Flake.example%2Fa&amp;in="
                              "lake"));
  EXPECT_THAT(page, HasSubstr("href=\"/search?query=heron&amp;in=town\" "
                              "dir=\"auto\" title=\"Hits of this"));
  // The facets of all lead to all, that of the collection to it.
  EXPECT_THAT(page, HasSubstr("&amp;site=shared.example&amp;in=all\""));
  EXPECT_THAT(page, HasSubstr("<h3>Collection</h3>"));
  EXPECT_THAT(page, HasSubstr("value=\"all\""));
  EXPECT_THAT(page, HasSubstr("aria-current=\"true\" dir=\"auto\">All</a>"));
}

TEST_F(AllCollections, PagesHaveASwitchThatKeepsWhatWasAskedFor) {
  EXPECT_THAT(get("/search?query=heron&in=lake&start=1&sort=newest"),
              HasSubstr("<a href=\"/search?query=heron&amp;sort=newest&amp;in="
                        "town\" dir=\"auto\">town</a>"));
  EXPECT_THAT(get("/trends?query=heron&query=rook&in=lake"),
              HasSubstr("<a href=\"/trends?query=heron&amp;query=rook&amp;in="
                        "all\""));
  EXPECT_THAT(get("/url?url=http%3A%2F%2Fshared.example%2F"),
              HasSubstr("<a href=\"/url?url=http%3A%2F%2Fshared.example%2F&amp;"
                        "in=town\" dir=\"auto\">town</a>"));
  for (const char* target : {"/?in=lines", "/collection?in=town", "/api",
                             "/url?url=http://none.example/"}) {
    EXPECT_THAT(get(target), HasSubstr("<a href=\"/?in=all\"")) << target;
  }
  const std::string front = get("/?in=all");
  EXPECT_THAT(front, HasSubstr("All collections: 5 pages."));
  EXPECT_THAT(front, HasSubstr("href=\"/collection\""));
  EXPECT_THAT(front, Not(HasSubstr("/collection?in=all")));
}

TEST_F(AllCollections, ASearchThatFindsNothingLeadsToAll) {
  const std::string link = "<li><a href=\"/search?query=nothing&amp;in=all\">"
                           "All collections</a></li>";
  EXPECT_THAT(get("/search?query=nothing&in=lake"), HasSubstr(link));
  EXPECT_THAT(get("/search?query=nothing&in=all"), Not(HasSubstr(link)));
}

class AllArchives : public testing::Test {
 protected:
  AllArchives() {
    add("lake", "http://lake.example/", "20060101000000", "heron heron");
    add("town", "http://town.example/", "20080101000000", "heron in a town");
    NoProblems none;
    holdings_.archives = std::make_unique<const answers::Archives>(
        std::vector<std::string>{folder_.path()}, std::vector<std::string>(),
        nullptr, none);
    add_export(holdings_, router_);
    add_page_routes(holdings_, router_);
    server_ = std::make_unique<TestServer>(router_);
  }

  void add(const std::string& name, const std::string& url,
           const std::string& date, const std::string& text) {
    const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
    const std::string digest(32, name[0] == 'l' ? 'A' : 'B');
    {
      index::IndexWriter writer(folder_ / (name + "/pindexes/001/main").c_str(),
                                {});
      writer.add({{"urlkey", key},
                  {"digest", "sha1:" + digest},
                  {"url", url},
                  {"site", url.substr(7)},
                  {"date", date},
                  {"content", text}});
      writer.about("urlkey", "surt");
      writer.finish();
    }
    folder_.write(name + ".warc",
                  warc_record("response", url, http("text/html", text), date));
    const std::string line = key + ' ' + date + ' ' + url + " text/html 200 " +
                             digest + " - - 10 0 " + name + ".warc\n";
    holdings_.collections.add(std::make_unique<answers::Collection>(
        name,
        answers::CollectionFiles{folder_ / name.c_str(),
                                 {folder_.write(name + ".cdx", line)}},
        nullptr));
  }

  std::vector<std::string> urls_in(const std::string& target) {
    tests::HttpAnswer answer = server_->get(target);
    EXPECT_EQ(answer.status, 200) << answer.body;
    tests::Problems problems;
    auto reader = warc::open_archive(tests::memory_file(answer.body), problems);
    warc::Record record;
    std::vector<std::string> urls;
    while (reader->next(record)) {
      if (record.type == warc::RecordType::kWarcinfo) continue;
      urls.emplace_back(record.target_uri);
    }
    return urls;
  }

  tests::TempDir folder_;
  answers::Holdings holdings_;
  Router router_;
  std::unique_ptr<TestServer> server_;
};

TEST_F(AllArchives, GiveTheirRecordsTogether) {
  const std::string warc = "/api/export?format=warc&in=all";
  EXPECT_THAT(urls_in(warc + "&query=heron"),
              ElementsAre("http://lake.example/", "http://town.example/"));
  EXPECT_THAT(urls_in(warc + "&query=town"),
              ElementsAre("http://town.example/"));
  EXPECT_THAT(urls_in(warc + "&url=http://town.example/"),
              ElementsAre("http://town.example/"));
  EXPECT_THAT(urls_in(warc + "&website=*.example&date=2007"),
              ElementsAre("http://lake.example/", "http://town.example/"));
  tests::HttpAnswer wacz =
      server_->get("/api/export?format=wacz&in=all&query=heron");
  EXPECT_EQ(wacz.header("content-disposition"),
            "attachment; filename=\"all.wacz\"");
  EXPECT_THAT(wacz.body, HasSubstr("datapackage.json"));
  EXPECT_THAT(server_->get("/search?query=heron&in=all").body,
              HasSubstr("/api/export?format=warc&amp;query=heron"));
}

TEST_F(AllArchives, AViewNamesNoCollectionThatLacksThePage) {
  const std::string path = "/view/20060101000000/http://lake.example/";
  for (const std::string& before : {std::string(), std::string("/lake")}) {
    const std::string bar = server_->get(before + path).body;
    EXPECT_THAT(bar, HasSubstr("view-frame"));
    EXPECT_THAT(bar, Not(HasSubstr(">town</a>"))) << before;
    EXPECT_THAT(bar, Not(HasSubstr("In collections:"))) << before;
  }
}

TEST_F(AllCollections, APageOfAUrlIsThatOfACollectionThatHasIt) {
  EXPECT_THAT(get("/url?url=http://town.example/a&in=all"),
              HasSubstr("aria-current=\"true\" dir=\"auto\">town</a>"));
  tests::HttpAnswer none = server_->get("/url?url=http://none.example/&in=all");
  EXPECT_EQ(none.status, 404);
  EXPECT_EQ(
      server_->get("/api/captures?url=http://town.example/a&in=all").status,
      404);
  EXPECT_EQ(server_->get("/collection?in=all").status, 404);
}

TEST_F(AllCollections, CountTrendsTogether) {
  const std::string page = get("/trends?query=heron&in=all");
  EXPECT_THAT(page, HasSubstr("from=2006&amp;to=2006&amp;in=all\">2</a>"));
  EXPECT_THAT(page, HasSubstr("from=2008&amp;to=2008&amp;in=all\">2</a>"));
}

TEST_F(AllCollections, AStateIsMadeAgainWhenOneOfThemChanges) {
  auto before = holdings_.collections.joined();
  EXPECT_EQ(before, holdings_.collections.joined());
  EXPECT_EQ(before->collections.size(), 2U);
  EXPECT_EQ(before->generation->reader->documents(), 5U);
}

TEST(OneCollection, IsAll) {
  tests::TempDir folder;
  index::IndexWriter writer(folder / "a/pindexes/001/main", {});
  writer.add({{"urlkey", "a"}, {"digest", "b"}, {"content", "heron"}});
  writer.finish();
  answers::Holdings holdings;
  holdings.collections.add(std::make_unique<answers::Collection>(
      "a", answers::CollectionFiles{folder / "a", {}}, nullptr));
  Router router;
  add_search_api(holdings, router);
  TestServer server(router);
  EXPECT_THAT(server.get("/api/search?query=heron&in=all").body,
              HasSubstr("\"total\":1"));
}

}  // namespace
}  // namespace wax::serve
