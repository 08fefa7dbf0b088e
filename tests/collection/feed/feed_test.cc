#include "collection/feed/feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "collection/segment/segment.h"
#include "collection/versions/index_builder.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/http_server.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"

namespace wax::collection {
namespace {

using Json = nlohmann::json;

// Keeps the documents of a bulk interface.
class BulkServer {
 public:
  BulkServer()
      : server_([this](uint64_t, size_t number) { return answer(number); }) {}

  [[nodiscard]] std::string url() const {
    return server_.url().substr(0, server_.url().rfind('/'));
  }
  [[nodiscard]] std::map<std::string, Json> documents() {
    const std::lock_guard lock(mutex_);
    return documents_;
  }
  [[nodiscard]] size_t deletes() const { return deletes_; }
  // Requests from this one on have no answer; 0: all have.
  void end_at(size_t request) { end_ = request; }
  [[nodiscard]] size_t requests() { return server_.requests().size(); }
  // A document whose title has this text is refused.
  void refuse(std::string title) { refused_ = std::move(title); }

 private:
  std::string answer(size_t number) {
    if (end_ != 0 && number >= end_) return "";
    Json items = Json::array();
    std::istringstream lines(server_.bodies().back());
    std::string line;
    const std::lock_guard lock(mutex_);
    while (std::getline(lines, line)) {
      const Json head = text::parse_json(line);
      const std::string command = head.begin().key();
      const std::string id = head.front()["_id"];
      Json result = {{"status", 200}};
      if (command == "delete") {
        documents_.erase(id);
        ++deletes_;
      } else {
        std::getline(lines, line);
        const Json value = text::parse_json(line);
        if (!refused_.empty() && value.value("title", "") == refused_) {
          result = {{"status", 400}, {"error", {{"reason", "odd title"}}}};
        } else if (command == "index") {
          documents_[id] = value;
        } else {
          documents_[id].update(value["doc"]);
        }
      }
      items.push_back({{command, result}});
    }
    const std::string body =
        text::json_text(Json{{"errors", false}, {"items", items}});
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
  }

  std::mutex mutex_;
  std::map<std::string, Json> documents_;
  std::atomic<size_t> end_ = 0;
  std::atomic<size_t> deletes_ = 0;
  std::string refused_;
  tests::HttpServer server_;
};

document::Document page(const std::string& name, const std::string& digest,
                        const std::string& date) {
  document::Document document;
  document.url = "http://example.org/" + name;
  document.urlkey = "org,example)/" + name;
  document.digest = digest;
  document.date = date + "01000000";
  document.type = "text/html";
  document.title = name;
  document.content = "words of " + name;
  document.links = {{"http://example.com/" + name, name}};
  return document;
}

class FeedTest : public testing::Test {
 protected:
  std::string segment(const std::string& name,
                      const std::vector<document::Document>& documents) {
    return tests::write_segment(folder_ / name, documents);
  }
  FedCounts feed_all(const std::vector<std::string>& segments,
                     const index::IndexReader* shown = nullptr,
                     bool has_state = true, bool had_rules = true) {
    FeedOptions options;
    options.had_rules = had_rules;
    options.kind = ServerKind::kOpenSearch;
    options.url = server_.url();
    if (has_state) options.state = folder_ / "state";
    options.batch_bytes = 1;
    options.sort.jobs = 2;
    options.sort.memory = uint64_t{64} << 20;
    options.http.retries = 0;
    options.http.pause = std::chrono::milliseconds(1);
    options.http.timeout = std::chrono::milliseconds(5000);
    return feed(segments, shown, options, problems_);
  }

  tests::TempDir folder_;
  BulkServer server_;
  tests::Problems problems_;
};

TEST_F(FeedTest, EachVersionIsADocumentWithAllDates) {
  const auto one = segment(
      "1", {page("a", "sha1:A", "200701"), page("b", "sha1:B", "200702")});
  const auto two = segment("2", {page("a", "sha1:A", "200801")});
  const FedCounts counts = feed_all({one, two});
  EXPECT_EQ(counts.versions, 2U);
  EXPECT_EQ(counts.replaced, 2U);
  const auto documents = server_.documents();
  ASSERT_EQ(documents.size(), 2U);
  const Json& first = documents.begin()->second;
  EXPECT_EQ(first["url"], "http://example.org/a");
  EXPECT_EQ(first["id"], documents.begin()->first);
  EXPECT_EQ(first["links"], Json{"http://example.com/a"});
  EXPECT_EQ(first["crawl_dates"],
            (Json{"2007-01-01T00:00:00Z", "2008-01-01T00:00:00Z"}));
}

TEST_F(FeedTest, OnlyWhatChangedIsSentAgain) {
  const auto one = segment(
      "1", {page("a", "sha1:A", "200701"), page("b", "sha1:B", "200702")});
  (void)feed_all({one});
  EXPECT_EQ(feed_all({one}).unchanged, 2U);
  const auto two = segment(
      "2", {page("a", "sha1:A", "200801"), page("a", "sha1:C", "200802")});
  const FedCounts counts = feed_all({one, two});
  EXPECT_EQ(counts.unchanged, 1U);
  EXPECT_EQ(counts.dated, 1U);
  EXPECT_EQ(counts.replaced, 1U);
  auto documents = server_.documents();
  EXPECT_EQ(documents.size(), 3U);
  EXPECT_EQ(documents.begin()->second["crawl_years"], (Json{"2007", "2008"}));
  EXPECT_EQ(documents.begin()->second["title"], "a");
  // What is gone from the segments is gone from the server.
  EXPECT_EQ(feed_all({two}).removed, 2U);
  documents = server_.documents();
  ASSERT_EQ(documents.size(), 2U);
  EXPECT_EQ(documents.begin()->second["crawl_years"], Json{"2008"});
}

TEST_F(FeedTest, WhatMayNotBeSeenIsRemoved) {
  const auto one = segment(
      "1", {page("a", "sha1:A", "200701"), page("b", "sha1:B", "200702")});
  (void)feed_all({one});
  const auto seen = segment("seen", {page("b", "sha1:B", "200702")});
  (void)build_index(folder_ / "index", {seen}, {});
  const auto shown = index::IndexReader::open({folder_ / "index"});
  const FedCounts counts = feed_all({one}, &shown);
  EXPECT_EQ(counts.hidden, 1U);
  EXPECT_EQ(counts.removed, 1U);
  ASSERT_EQ(server_.documents().size(), 1U);
  EXPECT_EQ(server_.documents().begin()->second["title"], "b");
}

TEST_F(FeedTest, AFirstCaptureThatMayNotBeSeenIsNotTold) {
  document::Document first = page("a", "sha1:A", "200701");
  first.filename = "valley-2007.arc.gz";
  const auto one = segment("1", {first});
  const auto two = segment("2", {page("a", "sha1:A", "200801")});
  (void)feed_all({one, two});
  (void)build_index(folder_ / "index", {two}, {});
  const auto shown = index::IndexReader::open({folder_ / "index"});
  for (const bool is_anew : {false, true}) {
    if (is_anew) std::filesystem::remove_all(folder_ / "state");
    (void)feed_all({one, two}, &shown);
    const auto documents = server_.documents();
    ASSERT_EQ(documents.size(), 1U);
    const auto& [id, document] = *documents.begin();
    EXPECT_TRUE(id.starts_with("00000000000000/")) << id;
    EXPECT_EQ(document["wayback_date"], "20080101000000");
    EXPECT_EQ(document["crawl_year"], "2008");
    EXPECT_EQ(text::json_text(document).find("2007"), std::string::npos);
    EXPECT_FALSE(document.contains("source_file_offset"));
    EXPECT_EQ(document["record_type"], "arc");
  }
}

// A version has three captures: the first is hidden, then the second, too.
TEST_F(FeedTest, ACaptureThatIsHiddenLaterIsNotToldEither) {
  const auto one = segment("1", {page("a", "sha1:A", "200101")});
  const auto two = segment("2", {page("a", "sha1:A", "200201")});
  const auto three = segment("3", {page("a", "sha1:A", "200301")});
  (void)build_index(folder_ / "later", {two, three}, {});
  (void)build_index(folder_ / "last", {three}, {});
  for (const char* year : {"2002", "2003", "2002"}) {
    const auto shown = index::IndexReader::open(
        {folder_ / (year == std::string("2002") ? "later" : "last")});
    EXPECT_EQ(feed_all({one, two, three}, &shown).replaced, 1U);
    EXPECT_EQ(feed_all({one, two, three}, &shown).unchanged, 1U);
    const auto documents = server_.documents();
    ASSERT_EQ(documents.size(), 1U);
    const Json& document = documents.begin()->second;
    EXPECT_EQ(document["wayback_date"], year + std::string("0101000000"));
    EXPECT_EQ(document["crawl_year"], year);
  }
}

TEST_F(FeedTest, WithoutAStateAVersionIsThereOnceWhateverIsHidden) {
  std::vector<std::string> segments;
  for (const char* year : {"2001", "2002", "2003"}) {
    segments.push_back(
        segment(year, {page("a", "sha1:A", year + std::string("01"))}));
  }
  const std::vector<std::vector<std::string>> shown_ones = {
      {segments[1], segments[2]}, {segments[0], segments[2]}, segments};
  const std::vector<std::vector<std::string>> years = {
      {"2002", "2003"}, {"2001", "2003"}, {"2001", "2002", "2003"}};
  for (size_t i = 0; i < years.size(); ++i) {
    const std::string index = folder_ / std::to_string(i);
    (void)build_index(index, shown_ones[i], {});
    const auto shown = index::IndexReader::open({index});
    const FedCounts counts = feed_all(segments, &shown, /*has_state=*/false);
    EXPECT_EQ(counts.replaced, 1U);
    EXPECT_EQ(counts.removed, 0U);
    const auto documents = server_.documents();
    ASSERT_EQ(documents.size(), 1U) << i;
    EXPECT_EQ(documents.begin()->second["crawl_years"], Json(years[i]));
  }
}

TEST_F(FeedTest, WhereRulesNeverWereNothingElseIsDeleted) {
  const auto one = segment("1", {page("a", "sha1:A", "200701")});
  (void)build_index(folder_ / "index", {one}, {});
  const auto shown = index::IndexReader::open({folder_ / "index"});
  for (const bool had_rules : {true, false}) {
    EXPECT_EQ(feed_all({one}, &shown, false, had_rules).replaced, 1U);
    EXPECT_EQ(server_.documents().size(), 1U);
    EXPECT_EQ(server_.deletes(), 1U);  // of the first run alone
  }
}

TEST_F(FeedTest, ARunThatWasEndedGoesOn) {
  std::vector<document::Document> pages;
  for (int i = 0; i < 30; ++i) {
    pages.push_back(
        page("p" + std::to_string(i), "sha1:D" + std::to_string(i), "200701"));
  }
  const auto one = segment("1", pages);
  server_.end_at(12);
  EXPECT_THROW((void)feed_all({one}), IoError);
  const size_t before = server_.documents().size();
  EXPECT_GT(before, 5U);
  server_.end_at(0);
  const FedCounts counts = feed_all({one});
  EXPECT_GT(counts.unchanged, 5U);
  EXPECT_LE(counts.replaced, 25U);
  EXPECT_EQ(counts.unchanged + counts.replaced, 30U);
  EXPECT_EQ(server_.documents().size(), 30U);
  EXPECT_EQ(feed_all({one}).unchanged, 30U);
}

TEST_F(FeedTest, WhatTheServerRefusesIsNamedAndSentAgain) {
  const auto one = segment(
      "1", {page("a", "sha1:A", "200701"), page("b", "sha1:B", "200702"),
            page("c", "sha1:C", "200702")});
  server_.refuse("b");
  EXPECT_EQ(feed_all({one}).refused, 1U);
  ASSERT_EQ(problems_.all.size(), 1U);
  EXPECT_EQ(problems_.all[0].id, "refused-document");
  server_.refuse("");
  const FedCounts counts = feed_all({one});
  EXPECT_EQ(counts.replaced, 1U);
  EXPECT_EQ(counts.unchanged, 2U);
}

TEST_F(FeedTest, VersionsOfOneUrlAndDateAreAllThere) {
  const auto one = segment(
      "1", {page("a", "sha1:B", "200701"), page("a", "sha1:A", "200701"),
            page("a", "", "200701"), page("a", "", "200701")});
  EXPECT_EQ(feed_all({one}).replaced, 4U);
  const auto documents = server_.documents();
  EXPECT_EQ(documents.size(), 4U);
  EXPECT_EQ(documents.begin()->second["hash"], "sha1:B");
  EXPECT_EQ(feed_all({one}).unchanged, 4U);
}

TEST_F(FeedTest, AStateIsOfOneServer) {
  const auto one = segment("1", {page("a", "sha1:A", "200701")});
  (void)feed_all({one});
  FeedOptions options;
  options.url = "http://127.0.0.1:1/other";
  options.state = folder_ / "state";
  EXPECT_THROW((void)feed({one}, nullptr, options, problems_), UsageError);
}

}  // namespace
}  // namespace wax::collection
