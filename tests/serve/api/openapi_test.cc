#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "serve/api/api_routes.h"
#include "tests/serve/small_site.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using Json = nlohmann::json;

Json parameter_of(const Json& document, const char* path, const char* name) {
  for (const Json& one :
       document.at("paths").at(path).at("get").at("parameters")) {
    if (one.at("name") == name) return one;
  }
  return {};
}

TEST(OpenApi, SaysTheTypesOfParameters) {
  Json document = text::parse_json(openapi_document());
  EXPECT_EQ(document.at("openapi"), "3.0.3");
  Json count = parameter_of(document, "/api/search", "count");
  EXPECT_EQ(count.at("schema").at("maximum"), 1000);
  EXPECT_EQ(count.at("schema").at("default"), 10);
  Json format = parameter_of(document, "/api/export", "format");
  EXPECT_EQ(format.at("schema").at("enum"),
            Json({"csv", "jsonl", "cdx", "urls", "ipynb", "warc", "wacz"}));
  Json site = parameter_of(document, "/api/export", "site");
  ASSERT_EQ(site.at("schema").at("anyOf").size(), 2U);
  EXPECT_EQ(site.at("schema").at("anyOf").at(0).at("type"), "string");
  EXPECT_EQ(site.at("schema").at("anyOf").at(1).at("type"), "array");
  EXPECT_EQ(site.at("explode"), true);
  Json url = parameter_of(document, "/api/captures", "url");
  EXPECT_EQ(url.at("required"), true);
  Json from = parameter_of(document, "/cdx", "from");
  EXPECT_EQ(from.at("schema").at("pattern"), "^([0-9]{4,14}|[0-9]{17})?$");
  from = parameter_of(document, "/api/search", "from");
  const std::regex dates(std::string(from.at("schema").at("pattern")));
  for (const char* date :
       {"", "2007", "200712", "20071231", "20071231235959",
        "20071231235959123"}) {
    EXPECT_TRUE(std::regex_match(date, dates)) << date;
  }
  for (const char* date :
       {"207", "20071", "972631", "20070631", "2007010124"}) {
    EXPECT_FALSE(std::regex_match(date, dates)) << date;
  }
  EXPECT_EQ(url.at("schema").at("minLength"), 1);
}

TEST(OpenApi, SaysTheFormsOfTexts) {
  const Json document = text::parse_json(openapi_document());
  auto takes = [&](const char* path, const char* name, const char* value) {
    Json schema = parameter_of(document, path, name).at("schema");
    if (schema.contains("anyOf")) schema = schema.at("anyOf").at(0);
    return std::regex_match(value,
                            std::regex(std::string(schema.at("pattern"))));
  };
  EXPECT_TRUE(takes("/api/search", "facet", "site"));
  EXPECT_TRUE(takes("/api/search", "facet", "site,lang"));
  EXPECT_FALSE(takes("/api/search", "facet", ""));
  EXPECT_TRUE(takes("/api/search", "collapse", "similar"));
  EXPECT_FALSE(takes("/api/search", "collapse", "x"));
  EXPECT_TRUE(takes("/api/search", "sort", "year:desc"));
  EXPECT_FALSE(takes("/opensearch", "dedupField", "x"));
  EXPECT_TRUE(takes("/cdx", "limit", "-2"));
  EXPECT_TRUE(takes("/cdx", "fl", "url,timestamp"));
  EXPECT_TRUE(takes("/cdx", "filter", "!status:404"));
  EXPECT_TRUE(takes("/cdx", "q", "type:urlquery url:example.org"));
  EXPECT_FALSE(takes("/cdx", "q", "x"));
  EXPECT_TRUE(takes("/view/{date}/{url}", "date", "20070531"));
  EXPECT_FALSE(takes("/raw/{date}{part}/{url}", "date", "134603762"));
  EXPECT_TRUE(takes("/wayback/available", "timestamp", "2007"));
  EXPECT_EQ(parameter_of(document, "/cdx", "url").at("required"), true);
  EXPECT_TRUE(parameter_of(document, "/api/search", "facet-values")
                  .at("schema")
                  .contains("maximum"));
}

TEST(OpenApi, SaysWhatIsRefusedThoughEachValueFits) {
  const Json document = text::parse_json(openapi_document());
  auto about = [&](const char* path) {
    return document.at("paths").at(path).at("get").at("description");
  };
  auto says = [&](const char* path, const char* words) {
    return std::string(about(path)).find(words) != std::string::npos;
  };
  SmallSite small;
  TestServer server(small.router());
  std::string filters;
  for (int i = 0; i < 26; ++i) filters += "&site=a&lang=en";
  for (const char* path : {"/api/search", "/api/export", "/opensearch"}) {
    EXPECT_TRUE(says(path, "when from is after to")) << path;
    EXPECT_TRUE(says(path, "more than 50 filters in all")) << path;
    const std::string query = std::string(path) + "?query=heron";
    EXPECT_EQ(server.get(query + "&from=2008&to=2007").status, 400) << path;
    EXPECT_EQ(server.get(query + filters).status, 400) << path;
  }
  EXPECT_TRUE(says("/cdx", "showPagedIndex where a CDX file is no ZipNum"));
  EXPECT_EQ(server.get("/cdx?url=a.org&showPagedIndex=true").status, 400);
}

TEST(OpenApi, NamesTheTypesOfAnswers) {
  const Json document = text::parse_json(openapi_document());
  const Json& answers =
      document.at("paths").at("/cdx").at("get").at("responses");
  SmallSite small;
  TestServer server(small.router());
  for (const char* output : {"text", "json", "cdxj", "ndjson", "link"}) {
    const auto answer = server.get(std::string("/cdx?url=a&output=") + output);
    ASSERT_EQ(answer.status, 200) << output;
    std::string type = answer.header("content-type");
    type.resize(std::min(type.find(';'), type.size()));
    EXPECT_TRUE(answers.at("200").at("content").contains(type)) << type;
  }
}

TEST(OpenApi, NamesOnlySchemasThatItHas) {
  Json document = text::parse_json(openapi_document());
  std::string text = openapi_document();
  const std::string before = "\"$ref\": \"#";
  size_t references = 0;
  for (size_t at = text.find(before); at != std::string::npos;
       at = text.find(before, at + 1)) {
    size_t begin = at + before.size();
    std::string pointer = text.substr(begin, text.find('"', begin) - begin);
    EXPECT_TRUE(document.contains(Json::json_pointer(pointer))) << pointer;
    ++references;
  }
  EXPECT_GT(references, 5U);
}

}  // namespace
}  // namespace wax::serve
