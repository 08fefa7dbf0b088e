// What programs get of searches and captures: JSON.
#include <gtest/gtest.h>

#include <string>

#include "serve/api/api_routes.h"
#include "tests/serve/small_site.h"
#include "text/json_tree.h"
#include "text/utf8.h"

namespace wax::serve {
namespace {

using Json = nlohmann::json;

TEST(SearchApi, GivesValidJson) {
  SmallSite small;
  TestServer server(small.router());
  for (std::string target :
       {"/api/search?query=heron&facet=site&facet=type", "/api/search",
        "/api/search?query=nothing", "/api/openapi.json",
        "/api/captures?url=http%3A%2F%2Fwww.example.org%2F0",
        "/api/captures?url=http%3A%2F%2Fevil.example%2F%3Cb%3E",
        "/api/captures?url=http%3A%2F%2Fnone.example%2F"}) {
    tests::HttpAnswer answer = server.get(target);
    EXPECT_EQ(answer.status, 200) << target;
    EXPECT_EQ(answer.header("content-type"), "application/json") << target;
    EXPECT_TRUE(Json::accept(answer.body)) << target << answer.body;
    EXPECT_TRUE(text::is_utf8(answer.body)) << target;
  }
}

TEST(SearchApi, AHitHasTheFieldsOfWaxSearchAndFacetsAreCounted) {
  SmallSite small;
  TestServer server(small.router());
  Json answer = text::parse_json(
      server.get("/api/search?query=grey&facet=site&count=1").body);
  EXPECT_EQ(answer.at("query"), "grey");
  EXPECT_EQ(answer.at("total"), 3);
  EXPECT_EQ(answer.at("start"), 0);
  EXPECT_FALSE(answer.contains("out_of_time"));
  ASSERT_EQ(answer.at("hits").size(), 1U);
  const Json& hit = answer.at("hits")[0];
  EXPECT_EQ(hit.at("rank"), 1);
  EXPECT_GT(hit.at("score"), 0);
  EXPECT_EQ(hit.at("url"), "http://www.example.org/0");
  EXPECT_EQ(hit.at("date"), Json({"20060101000000", "20070301000000"}));
  EXPECT_EQ(hit.at("snippet"), "A grey heron stands in the river.");
  EXPECT_EQ(hit.at("marks"), text::parse_json("[[2,6]]"));
  EXPECT_FALSE(hit.contains("content"));
  EXPECT_EQ(answer.at("facets"),
            text::parse_json(R"([{"facet":"site","different":1,
                             "values":[{"value":"example.org","count":3}]}])"));
}

TEST(SearchApi, GroupsAreCountedWhenTheyAreAskedFor) {
  SmallSite small;
  TestServer server(small.router());
  Json answer =
      text::parse_json(server.get("/api/search?query=grey&collapse=site").body);
  EXPECT_EQ(answer.at("total"), 3);
  EXPECT_EQ(answer.at("groups"), 1);
  EXPECT_EQ(answer.at("hits")[0].at("group"), 3);
}

TEST(SearchApi, TextsOfArchivesStayTexts) {
  SmallSite small;
  TestServer server(small.router());
  Json answer =
      text::parse_json(server.get("/api/search?query=title%3Aalert").body);
  ASSERT_FALSE(answer.at("hits").empty());
  EXPECT_EQ(answer.at("hits")[0].at("title"), "heron " + std::string(kHostile));
}

TEST(SearchApi, RefusesWhatItCannotAnswerWithASentence) {
  SmallSite small;
  TestServer server(small.router());
  for (std::string target :
       {"/api/search?query=%28", "/api/search?count=x",
        "/api/search?count=1001", "/api/search?start=99001",
        "/api/search?from=20", "/api/captures", "/api/captures?url=",
        "/api/export?format=doc", "/api/search?facet=url"}) {
    tests::HttpAnswer answer = server.get(target);
    EXPECT_EQ(answer.status, 400) << target << answer.body;
    EXPECT_FALSE(answer.body.empty()) << target;
  }
}

TEST(SearchApi, CapturesOfAUrlSayWhatIsARevisit) {
  SmallSite small;
  TestServer server(small.router());
  Json answer = text::parse_json(
      server.get("/api/captures?url=http%3A%2F%2Fwww.example.org%2F0").body);
  EXPECT_EQ(answer.at("urlkey"), "org,example)/0");
  ASSERT_EQ(answer.at("captures").size(), 4U);
  EXPECT_EQ(answer.at("captures")[2], Json({{"timestamp", "20070302000000"},
                                            {"url", "http://www.example.org/0"},
                                            {"mime", "warc/revisit"},
                                            {"digest", std::string(32, 'A')},
                                            {"length", 200},
                                            {"offset", 700},
                                            {"filename", "b.warc.gz"},
                                            {"revisit", true}}));
  EXPECT_FALSE(answer.at("captures")[0].contains("revisit"));
  EXPECT_EQ(text::parse_json(
                server.get("/api/captures?url=www.example.org/0&limit=1").body)
                .at("captures")
                .size(),
            1U);
}

}  // namespace
}  // namespace wax::serve
