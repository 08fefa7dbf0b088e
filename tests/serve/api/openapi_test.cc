#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "serve/api/api_routes.h"
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
  EXPECT_EQ(site.at("schema").at("type"), "array");
  EXPECT_EQ(site.at("explode"), true);
  Json url = parameter_of(document, "/api/captures", "url");
  EXPECT_EQ(url.at("required"), true);
  Json from = parameter_of(document, "/cdx", "from");
  EXPECT_EQ(from.at("schema").at("pattern"), "^([0-9]{4,14}|[0-9]{17})?$");
  from = parameter_of(document, "/api/search", "from");
  const std::regex dates(std::string(from.at("schema").at("pattern")));
  for (const char* date :
       {"", "2007", "200712", "20071231", "20071231235959"}) {
    EXPECT_TRUE(std::regex_match(date, dates)) << date;
  }
  for (const char* date :
       {"207", "20071", "972631", "20070631", "2007010124"}) {
    EXPECT_FALSE(std::regex_match(date, dates)) << date;
  }
  EXPECT_EQ(url.at("schema").at("minLength"), 1);
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
