#include "serve/api/search_notebook.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/small_site.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using nlohmann::json;

// The source of a cell as one text.
std::string source_of(const json& cell) {
  std::string text;
  for (const json& line : cell.at("source")) text += line.get<std::string>();
  return text;
}

answers::Request request_for(const std::string& query) {
  answers::Request request;
  request.target = "/api/export?" + query;
  request.path = "/api/export";
  request.parameters = answers::Parameters(query);
  request.public_url = "https://archive.example";
  return request;
}

TEST(SearchNotebook, AsksTheServerForTheSameHits) {
  const json book = text::parse_json(search_notebook(
      request_for("format=ipynb&query=grey+heron&site=example.org&from=2007")));
  EXPECT_EQ(book.at("nbformat"), 4);
  const std::string code = source_of(book.at("cells").at(1));
  EXPECT_NE(code.find("server = \"https://archive.example\"\n"
                      "target = \"/api/export?format=jsonl&query=grey%20heron&"
                      "site=example.org&from=2007\"\n"
                      "query = \"grey heron\""),
            std::string::npos)
      << code;
  for (const json& cell : book.at("cells")) {
    EXPECT_TRUE(cell.contains("id"));
    EXPECT_EQ(cell.at("cell_type") == "code", cell.contains("outputs"));
  }
}

TEST(SearchNotebook, NoQueryIsCode) {
  const std::string hostile =
      "query=%22%0aimport+os%0a%22%22%22%27%5c%22%ff%f0%9f%92%a9";
  const json book = text::parse_json(search_notebook(request_for(hostile)));
  const std::string code = source_of(book.at("cells").at(1));
  // Line ends and quotes stand in strings only, as escapes.
  EXPECT_NE(code.find("query = \"\\\"\\nimport os\\n\\\"\\\"\\\"'\\\\\\\""),
            std::string::npos)
      << code;
  EXPECT_EQ(code.find("\nimport os"), std::string::npos);
  for (unsigned char c : code) EXPECT_LT(c, 0x80) << code;
}

TEST(SearchNotebook, IsAFileOfTheSearchPage) {
  SmallSite small;
  TestServer server(small.router());
  const auto page = server.get("/search?query=heron");
  EXPECT_NE(page.body.find("/api/export?format=ipynb&amp;query=heron"),
            std::string::npos);
  const auto answer = server.get("/api/export?format=ipynb&query=heron");
  EXPECT_EQ(answer.header("content-type"), "application/x-ipynb+json");
  EXPECT_NE(answer.header("content-disposition").find(".ipynb\""),
            std::string::npos);
  EXPECT_TRUE(json::accept(answer.body));
  EXPECT_EQ(server.get("/api/export?format=ipynb&query=%22a&in=none").status,
            404);
}

}  // namespace
}  // namespace wax::serve
