// What programs get: valid JSON, XML and CSV, and whole results.
#include <expat.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http/escape.h"
#include "tests/serve/small_site.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/utf8.h"

namespace wax::serve {
namespace {

// Also what is nested.
bool is_valid_json(std::string_view text) {
  if (text.empty()) return false;
  if (text[0] != '{' && text[0] != '[') {
    return text.find_first_of("{}[]\",:") == std::string_view::npos;
  }
  text::JsonMembers members(text, text[0] == '[');
  text::JsonMemberText member;
  while (members.next(member)) {
    if (!member.is_string && !is_valid_json(member.value)) return false;
  }
  return members.whole();
}

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

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    rows.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return rows;
}

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
    EXPECT_TRUE(is_valid_json(text::trim_back(answer.body)))
        << target << answer.body;
    EXPECT_TRUE(text::is_utf8(answer.body)) << target;
  }
}

TEST(SearchApi, AHitHasTheFieldsOfWaxSearchAndFacetsAreCounted) {
  SmallSite small;
  TestServer server(small.router());
  std::string body =
      server.get("/api/search?query=grey&facet=site&count=1").body;
  for (std::string_view text :
       {"{\"query\":\"grey\",\"total\":3,\"start\":0,\"hits\":[\n{\"rank\":1,"
        "\"score\":",
        "\"date\":[\"20060101000000\",\"20070301000000\"]",
        "\"snippet\":\"A grey heron stands in the river.\",\"marks\":[[2,6]]}",
        "\"facets\":[{\"facet\":\"site\",\"different\":1,\"values\":[{"
        "\"value\":\"example.org\",\"count\":3}]}]"}) {
    EXPECT_NE(body.find(text), std::string::npos) << text << "\n" << body;
  }
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
  std::string body =
      server.get("/api/captures?url=http%3A%2F%2Fwww.example.org%2F0").body;
  EXPECT_NE(
      body.find("{\"timestamp\":\"20070302000000\",\"url\":\"http://"
                "www.example.org/0\",\"mime\":\"warc/revisit\",\"digest\":\"" +
                std::string(32, 'A') +
                "\",\"length\":200,\"offset\":700,"
                "\"filename\":\"b.warc.gz\",\"revisit\":true}"),
      std::string::npos)
      << body;
}

TEST(OpenSearch, IsWellFormedXmlWithTheElementsOfNutchWax) {
  SmallSite small;
  TestServer server(small.router());
  for (const std::string& query :
       {std::string("heron"), std::string(kHostile.substr(0, 7)),
        std::string("nothing\xEF\xBF\xBF"), std::string("heron<&>'\"x\"")}) {
    tests::HttpAnswer answer =
        server.get("/opensearch?query=" + url_part(query));
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
  std::string origin = "http://test";  // as the client's Host header says
  bool has_html = false;
  for (auto [at, end] = elements.equal_range("Url@template"); at != end; ++at) {
    EXPECT_TRUE(at->second.starts_with(origin)) << at->second;
    has_html |= at->second == origin +
                                  "/search?query={searchTerms}"
                                  "&start={startIndex?}";
  }
  EXPECT_TRUE(has_html);
}

TEST(Export, GivesAllHitsInEachFormat) {
  constexpr size_t kPages = 5000;
  SmallSite small(kPages);
  TestServer server(small.router());
  std::string csv = server.get("/api/export?query=grey").body;
  EXPECT_EQ(rows_of(csv).size(), kPages + 1);
  EXPECT_EQ(rows_of(csv)[1],
            "http://www.example.org/0,Heron 0,20060101000000,text/html,200,"
            "1234,\"org,example)/0\",sha1:" +
                std::string(32, 'A') +
                ",example.org,a.warc.gz,17,2,20070301000000\r");
  std::string urls = server.get("/api/export?query=grey&format=urls").body;
  EXPECT_EQ(rows_of(urls).size(), kPages);
  EXPECT_EQ(rows_of(urls).back(), "http://www.example.org/4999");
  for (const std::string& row :
       rows_of(server.get("/api/export?query=heron&format=jsonl").body)) {
    ASSERT_TRUE(is_valid_json(row)) << row;
  }
}

TEST(Export, OfCdxHasTheCapturesOfTheFiles) {
  SmallSite small;
  TestServer server(small.router());
  std::vector<std::string> rows =
      rows_of(server.get("/api/export?query=grey&format=cdx").body);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], " CDX N b a m s k r M S V g");
  EXPECT_TRUE(rows[3].starts_with(
      "org,example)/0 20070302000000 http://www.example.org/0 warc/revisit"));
}

TEST(Export, IsMadeInPieces) {
  constexpr size_t kPages = 3000;
  SmallSite small(kPages);
  Request request;
  request.method = "GET";
  request.path = "/api/export";
  request.parameters = Parameters("query=grey&format=jsonl");
  Response response = small.router().answer(request);
  ASSERT_NE(response.stream, nullptr);
  std::string piece;
  size_t pieces = 0;
  while (response.stream->next(piece)) {
    EXPECT_LT(piece.size(), BodyStream::kPiece + 2000);
    ++pieces;
    piece.clear();
  }
  EXPECT_GT(pieces, 5u);
}

}  // namespace
}  // namespace wax::serve
