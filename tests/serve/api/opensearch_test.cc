#include <expat.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "answers/requests/escape.h"
#include "serve/api/api_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

// The texts of the elements of a document of XML, by name.
std::multimap<std::string, std::string> elements_of(const std::string& xml) {
  struct State {
    std::vector<std::pair<std::string, std::string>> open;
    std::multimap<std::string, std::string> closed;
  } state;
  XML_Parser parser = XML_ParserCreate(nullptr);
  XML_SetUserData(parser, &state);
  XML_SetElementHandler(
      parser,
      [](void* data, const char* name, const char** attributes) {
        auto& open = static_cast<State*>(data)->open;
        open.emplace_back(name, "");
        for (; *attributes != nullptr; attributes += 2) {
          static_cast<State*>(data)->closed.emplace(
              std::string(name) + "@" + attributes[0], attributes[1]);
        }
      },
      [](void* data, const char*) {
        auto& state_now = *static_cast<State*>(data);
        state_now.closed.insert(state_now.open.back());
        state_now.open.pop_back();
      });
  XML_SetCharacterDataHandler(
      parser, [](void* data, const char* text, int size) {
        static_cast<State*>(data)->open.back().second.append(
            text, static_cast<size_t>(size));
      });
  EXPECT_EQ(XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1),
            XML_STATUS_OK)
      << XML_ErrorString(XML_GetErrorCode(parser)) << " in line "
      << XML_GetCurrentLineNumber(parser) << "\n"
      << xml;
  XML_ParserFree(parser);
  return state.closed;
}

TEST(OpenSearch, IsWellFormedXmlWithTheElementsOfNutchWax) {
  SmallSite small;
  TestServer server(small.router());
  for (const std::string& query :
       {std::string("heron"), std::string(kHostile.substr(0, 7)),
        std::string("nothing\xEF\xBF\xBF"), std::string("heron<&>'\"x\"")}) {
    tests::HttpAnswer answer =
        server.get("/opensearch?query=" + answers::url_part(query));
    ASSERT_EQ(answer.status, 200) << query << answer.body;
    EXPECT_EQ(answer.header("content-type"),
              "application/rss+xml; charset=utf-8");
    (void)elements_of(answer.body);
  }
  auto elements = elements_of(
      server.get("/opensearch?query=grey&start=1&hitsPerPage=1&x=%22%3C").body);
  auto one = [&elements](const std::string& name) {
    auto found = elements.find(name);
    return found == elements.end() ? "(none)" : found->second;
  };
  EXPECT_EQ(one("opensearch:totalResults"), "3");
  EXPECT_EQ(one("opensearch:startIndex"), "1");
  EXPECT_EQ(one("opensearch:itemsPerPage"), "1");
  EXPECT_EQ(one("nutch:query"), "grey");
  EXPECT_EQ(one("nutch:site"), "example.org");
  EXPECT_EQ(elements.count("nutch:date"), 2u);
  EXPECT_EQ(one("pubDate"), "Sun, 01 Jan 2006 00:00:00 GMT");
  EXPECT_EQ(elements.count("item"), 1u);
  EXPECT_EQ(one("link").substr(0, 7), "http://");
}

TEST(OpenSearch, GivesTwoHitsOfASiteUnlessAskedForOthers) {
  SmallSite small;
  TestServer server(small.router());
  auto items = [&server](const std::string& parameters) {
    return elements_of(server.get("/opensearch?query=grey" + parameters).body)
        .count("item");
  };
  EXPECT_EQ(items(""), 2u);
  EXPECT_EQ(items("&hitsPerSite=1"), 1u);
  EXPECT_EQ(items("&hitsPerDup=0"), 3u);
  EXPECT_EQ(items("&start=1"), 1u);
  EXPECT_EQ(items("&dedupField=type&hitsPerDup=1"), 1u);
}

TEST(OpenSearch, BrowsersLearnHowToSearch) {
  SmallSite small;
  TestServer server(small.router());
  auto elements = elements_of(server.get("/opensearch/description.xml").body);
  std::string origin = "http://localhost";  // as the client's Host header says
  bool has_html = false;
  for (auto [at, end] = elements.equal_range("Url@template"); at != end; ++at) {
    EXPECT_TRUE(at->second.starts_with(origin)) << at->second;
    has_html |= at->second == origin +
                                  "/search?query={searchTerms}"
                                  "&start={startIndex?}";
  }
  EXPECT_TRUE(has_html);
}

}  // namespace
}  // namespace wax::serve
