#include "answers/opened/deleted_documents.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "index/writer/index_writer.h"
#include "serve/api/api_routes.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"

namespace wax::answers {
namespace {

// Pages "a" with two captures of one version, "b" and "c" with one each; of
// "c", the full text knows no date.
class DeletableSite {
 public:
  DeletableSite() {
    index::IndexWriter writer(folder_ / "c/pindexes/001/main", {});
    std::string cdx = " CDX N b a m s k r M S V g\n";
    for (const auto& [name, dates] :
         std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"a", {"20050101000000", "20070101000000"}},
             {"b", {"20050202000000"}},
             {"c", {"20080303000000"}}}) {
      const std::string key = "org,example)/" + name;
      const std::string digest = "sha1:" + std::string(32, name[0] - 32);
      const std::string url = "http://example.org/" + name;
      const std::string title = "Heron word" + name;
      std::vector<index::FieldValue> values = {
          {"urlkey", key},   {"digest", digest},      {"url", url},
          {"title", title},  {"site", "example.org"}, {"type", "text/html"},
          {"content", title}};
      for (const std::string& date : dates) {
        if (name != "c") values.push_back({"date", date});
        cdx += line_of(name, date) + '\n';
      }
      writer.add(values);
    }
    writer.about("urlkey", "surt");
    writer.finish();
    folder_.write("c/captures.cdx", cdx);
    start();
  }

  static std::string line_of(const std::string& name, const std::string& date) {
    return "org,example)/" + name + ' ' + date + " http://example.org/" + name +
           " text/html 200 " + std::string(32, name[0] - 32) +
           " - - 100 7 a.warc.gz";
  }

  // Opens the folder anew.
  void start() {
    server_ = nullptr;
    router_ = {};
    site_ = std::make_unique<Holdings>();
    CollectionFiles files;
    files.folder = folder_ / "c";
    files.writable = true;
    site_->collections.add(std::make_unique<Collection>("c", files, nullptr));
    serve::add_cdx_routes(*site_, router_);
    serve::add_search_api(*site_, router_);
    serve::add_export(*site_, router_);
    serve::add_page_routes(*site_, router_);
    serve::add_write_routes(*site_, {"", true}, router_);
    server_ = std::make_unique<serve::TestServer>(router_);
  }
  // As a build does that writes other files.
  void move_captures() {
    folder_.write("c/captures.list", "moved.cdx\n");
    std::filesystem::rename(folder_ / "c/captures.cdx",
                            folder_ / "c/moved.cdx");
  }
  void set_rules(const std::string& rules) {
    folder_.write("c/access", rules);
    site_->collections.all()[0]->look_again();
  }

  void post(const std::string& target, const std::string& body) const {
    EXPECT_EQ(
        tests::http_request(server_->port(), "POST", target, "", body).status,
        200);
  }
  [[nodiscard]] std::string get(const std::string& target) const {
    return server_->get(target).body;
  }
  // "a 20050101000000 ..., b ..., ": the hits with their dates.
  [[nodiscard]] std::string hits() const {
    std::string text;
    nlohmann::json answer = text::parse_json(
        get("/api/search?query=heron&sort=oldest&facet=year&count=9"));
    EXPECT_EQ(answer["total"].get<size_t>(), answer["hits"].size());
    for (const nlohmann::json& hit : answer["hits"]) {
      text += hit["url"].get<std::string>().back();
      for (const nlohmann::json& date :
           hit.value("date", nlohmann::json::array())) {
        text += ' ' + date.get<std::string>().substr(0, 4);
      }
      text += ", ";
    }
    return text;
  }

 private:
  tests::TempDir folder_;
  std::unique_ptr<Holdings> site_;
  serve::Router router_;
  std::unique_ptr<serve::TestServer> server_;
};

TEST(DeletedDocuments, LeaveSearchesWithTheirCaptures) {
  DeletableSite site;
  EXPECT_EQ(site.hits(), "a 2005 2007, b 2005, c, ");
  site.post("/c/delete", DeletableSite::line_of("b", "20050202000000"));
  EXPECT_EQ(site.hits(), "a 2005 2007, c, ");
  site.post("/c/delete", DeletableSite::line_of("a", "20050101000000"));
  EXPECT_EQ(site.hits(), "a 2007, c, ");
  for (const char* target :
       {"/api/export?query=heron&format=csv", "/search?query=heron",
        "/api/export?query=heron&format=urls", "/trends?query=wordb",
        "/api/export?query=heron&format=jsonl",
        "/api/export?query=heron&format=cdx", "/cdx?url=example.org/*",
        "/api/search?query=heron&facet=year", "/search?query=wordx"}) {
    const std::string answer = site.get(target);
    EXPECT_EQ(answer.find("example.org/b"), answer.npos) << target;
    EXPECT_EQ(answer.find("20050101000000"), answer.npos) << target;
    EXPECT_EQ(answer.find("\"2005\""), answer.npos) << target;
  }
  EXPECT_EQ(text::parse_json(
                site.get("/api/search?query=heron&from=2005&to=2005"))["total"]
                .get<int>(),
            0);
  site.post("/c/delete", DeletableSite::line_of("c", "20080303000000"));
  EXPECT_EQ(site.hits(), "a 2007, ");
}

TEST(DeletedDocuments, StayAwayWhenTheServerOrItsRulesBeginAgain) {
  DeletableSite site;
  site.post("/c/delete", DeletableSite::line_of("b", "20050202000000"));
  site.start();
  EXPECT_EQ(site.hits(), "a 2005 2007, c, ");
  site.set_rules("block all captured 2007\n");
  EXPECT_EQ(site.hits(), "a 2005, ");
  site.post("/c/delete", DeletableSite::line_of("a", "20050101000000"));
  EXPECT_EQ(site.hits(), "");
  site.set_rules("allow all\n");
  EXPECT_EQ(site.hits(), "a 2007, c, ");
}

TEST(DeletedDocuments, LeaveSearchesAlsoWhenABuildReplacesTheFiles) {
  DeletableSite site;
  site.move_captures();
  site.post("/c/delete", DeletableSite::line_of("b", "20050202000000"));
  EXPECT_EQ(site.hits(), "a 2005 2007, c, ");
  site.post("/c", DeletableSite::line_of("d", "20050202000000"));
  site.post("/c", DeletableSite::line_of("e", "20050202000000"));
  EXPECT_EQ(site.hits(), "a 2005 2007, c, ");
  EXPECT_NE(site.get("/cdx?url=example.org/e").find("20050202000000"),
            std::string::npos);
}

TEST(DeletedDocuments, ComeBackWithTheirCaptures) {
  DeletableSite site;
  const std::string line = DeletableSite::line_of("b", "20050202000000");
  site.post("/c/delete", line);
  site.post("/c", DeletableSite::line_of("d", "20050202000000"));
  EXPECT_EQ(site.hits(), "a 2005 2007, c, ");
  site.post("/c", line);
  EXPECT_EQ(site.hits(), "a 2005 2007, b 2005, c, ");
  site.post("/c/delete", line);
  site.post("/c/delete", DeletableSite::line_of("x", "20050202000000"));
  EXPECT_EQ(site.hits(), "a 2005 2007, c, ");
}

}  // namespace
}  // namespace wax::answers
