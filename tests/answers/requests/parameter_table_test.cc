// The table of parameters, and what is said of them elsewhere.
#include "answers/requests/parameter_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "index/schema/fields.h"
#include "serve/api/api_routes.h"
#include "tests/serve/small_site.h"
#include "tests/support/paths.h"
#include "text/ascii.h"
#include "text/json_tree.h"

namespace wax::answers {
namespace {

bool has_word(const std::string& text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    auto is_part = [&](size_t i) {
      return i < text.size() &&
             (text::is_alphanumeric(text[i]) || text[i] == '_');
    };
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) {
      return true;
    }
  }
  return false;
}

TEST(ParameterTable, HasEachNameOnceForAPath) {
  std::set<std::pair<uint32_t, std::string_view>> met;
  for (const Parameter* parameter : all_parameters()) {
    EXPECT_NE(parameter->meaning, "") << parameter->name;
    EXPECT_NE(parameter->paths, 0U) << parameter->name;
    for (uint32_t bit = 1; bit <= kAtApiShares; bit <<= 1) {
      if ((parameter->paths & bit) == 0) continue;
      EXPECT_TRUE(met.emplace(bit, parameter->name).second) << parameter->name;
      if (parameter->synonym.empty()) continue;
      EXPECT_TRUE(met.emplace(bit, parameter->synonym).second)
          << parameter->synonym;
    }
  }
}

TEST(ParameterTable, FiltersAreNamedAsFieldsOfTheIndex) {
  size_t filters = 0;
  for (const Parameter* parameter : all_parameters()) {
    if (parameter->field.empty()) continue;
    ++filters;
    EXPECT_EQ(parameter->name, parameter->field);
    EXPECT_NE(index::find_field(parameter->field), nullptr) << parameter->field;
    EXPECT_NE(parameter->label, "");
    EXPECT_EQ(filter_of(parameter->field), parameter);
  }
  EXPECT_GE(filters, 11U);
  EXPECT_EQ(filter_of("title"), nullptr);
  EXPECT_EQ(filter_of(""), nullptr);
}

TEST(ParameterTable, TheManPageNamesAllOfThem) {
  std::string page = tests::read_file(tests::source_path("man/wax-serve.1.in"));
  for (const Parameter* parameter : all_parameters()) {
    EXPECT_TRUE(has_word(page, parameter->name)) << parameter->name;
    EXPECT_TRUE(parameter->synonym.empty() ||
                has_word(page, parameter->synonym))
        << parameter->synonym;
  }
}

TEST(ParameterTable, TheOpenApiDocumentHasThoseOfEachPath) {
  nlohmann::json document = text::parse_json(serve::openapi_document());
  for (const ApiPath& path : api_paths()) {
    if (path.bit == 0) continue;
    std::set<std::string> listed;
    for (const auto& parameter :
         document.at("paths").at(path.path).at("get").at("parameters")) {
      EXPECT_EQ(parameter.at("in"), "query");
      listed.insert(parameter.at("name"));
    }
    std::set<std::string> expected;
    for (const Parameter* parameter : all_parameters()) {
      if ((parameter->paths & path.bit) == 0) continue;
      expected.emplace(parameter->name);
    }
    EXPECT_EQ(listed, expected) << path.path;
  }
}

TEST(ParameterTable, ThePageOfTheApiExplainsThem) {
  serve::SmallSite small;
  serve::TestServer server(small.router());
  std::string page = server.get("/api").body;
  for (const ApiPath& path : api_paths()) {
    for (const Parameter* parameter : all_parameters()) {
      if ((parameter->paths & path.bit) == 0) continue;
      std::string name = "<code>" + std::string(parameter->name) + "</code>";
      EXPECT_NE(page.find(name), std::string::npos) << parameter->name;
    }
  }
}

TEST(ParameterTable, WhatAPathDoesNotHaveIsRefusedByName) {
  serve::SmallSite small;
  serve::TestServer server(small.router());
  for (const auto& [target, sentence] :
       {std::pair{
            "/api/search?query=heron&colapse=site",
            "/api/search has no parameter \"colapse\"; the nearest one is "
            "\"collapse\"."},
        std::pair{"/api/captures?url=http://example.org/&limt=5",
                  "/api/captures has no parameter \"limt\"; the nearest one "
                  "is \"limit\"."},
        std::pair{"/api/captures?utm_source=x",
                  "/api/captures has no parameter \"utm_source\"; it has in, "
                  "url, limit."},
        std::pair{"/api/export?query=heron&count=5",
                  "/api/export has no parameter \"count\"; it has in, query"},
        std::pair{"/api/links?url=x&urls=y", "\"url\"."},
        std::pair{"/api/shares?Url=x", "\"url\"."},
        std::pair{"/api/shared?by=week&dat=2010", "\"date\"."}}) {
    const tests::HttpAnswer answer = server.get(target);
    EXPECT_EQ(answer.status, 400) << target;
    EXPECT_NE(answer.body.find(sentence), std::string::npos) << answer.body;
  }
  for (const char* target :
       {"/api/search?q=heron&", "/search?query=heron&utm_source=x",
        "/cdx?url=example.org&nocache=1", "/opensearch?query=heron&lang="}) {
    EXPECT_EQ(server.get(target).status, 200) << target;
  }
}

TEST(ParameterTable, ThePathsOfTheApiTakeAllOfTheirs) {
  serve::SmallSite small;
  serve::TestServer server(small.router());
  for (const ApiPath& path : api_paths()) {
    if (path.bit == 0 || !path.path.starts_with("/api/")) continue;
    for (const Parameter* parameter : all_parameters()) {
      if ((parameter->paths & path.bit) == 0) continue;
      const std::string target =
          std::string(path.path) + '?' + std::string(parameter->name) + '=';
      EXPECT_EQ(server.get(target).body.find("has no parameter"),
                std::string::npos)
          << target;
    }
  }
}

TEST(ApiPaths, HaveAnExampleOfTheirOwn) {
  std::set<std::string_view> met;
  for (const ApiPath& path : api_paths()) {
    EXPECT_TRUE(met.insert(path.path).second) << path.path;
    EXPECT_TRUE(path.example.starts_with(path.path)) << path.path;
    EXPECT_NE(path.meaning, "") << path.path;
  }
}

}  // namespace

}  // namespace wax::answers
