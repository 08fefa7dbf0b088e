#include "serve/api/shard_record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "answers/records/shard_records.h"
#include "answers/shards/remote_cdx.h"
#include "answers/shards/shard_facts.h"
#include "answers/shards/shard_messages.h"
#include "tests/serve/joined_archives.h"

namespace wax::serve {
namespace {

tests::HttpAnswer post(JoinedArchives& site, std::string_view path,
                       const std::string& body) {
  return tests::http_request(
      site.shard(0).port(), "POST", path,
      "Content-Length: " + std::to_string(body.size()) + "\r\n", body);
}

answers::UrlCapture capture_of(const std::string& url) {
  answers::UrlCapture capture;
  capture.url = url;
  capture.date = "20050101000000";
  capture.digest = std::string(32, 'A');
  capture.filename = "s0.warc.gz";
  return capture;
}

TEST(ShardRecord, GivesNothingButRecordsOfCaptures) {
  JoinedArchives site;
  site.add(0, "http://a.org/", "20050101000000");
  site.serve();
  answers::UrlCapture capture = capture_of("http://a.org/");
  capture.offset = 0;  // of the warcinfo record
  EXPECT_EQ(post(site, "/api/shard/record", encoded(capture)).status, 404);
  capture.url.clear();
  EXPECT_EQ(post(site, "/api/shard/record", encoded(capture)).status, 404);
  EXPECT_EQ(post(site, "/api/shard/record", "nonsense").status, 400);
}

// What rules hide in other answers, they hide in those for servers in front.
TEST(ShardRecord, RulesOfAccessHoldForAllThatShardsTell) {
  for (const char* rule : {"", "block host a.org\n"}) {
    JoinedArchives site;
    const bool is_shown = *rule == '\0';
    site.add(0, "http://a.org/secret", "20050101000000",
             {.body = "heron secret"});
    site.add(0, "http://b.org/", "20050101000000", {.body = "heron"});
    if (!is_shown) site.add_rules(rule);
    site.serve();
    const answers::ShardFacts facts =
        answers::decoded_facts(site.shard(0).get("/api/shard/facts").body);
    EXPECT_EQ(facts.documents, is_shown ? 2U : 1U);
    answers::SearchQuestion question;
    question.state = facts.state;
    question.fields = facts.fields;
    question.request.text = "secret";
    question.milliseconds = 10'000;
    const auto ask = [&](std::string_view path) {
      const tests::HttpAnswer answer = post(site, path, encoded(question));
      EXPECT_EQ(answer.status, 200) << path << answer.body;
      return answer.body;
    };
    const index::TermCounts counts =
        answers::decoded_counts(ask("/api/shard/terms"));
    EXPECT_EQ(std::ranges::count(counts.terms, 0U) ==
                  static_cast<ptrdiff_t>(counts.terms.size()),
              !is_shown);
    EXPECT_EQ(
        answers::decoded_documents(ask("/api/shard/all")).documents.size(),
        is_shown ? 1U : 0U);
    question.counts.documents = 2;
    question.counts.terms = {1};
    EXPECT_EQ(answers::decoded_part(ask("/api/shard/search")).total,
              is_shown ? 1U : 0U);
    question.hits = {{0, 1}};
    EXPECT_EQ(
        answers::decoded_documents(ask("/api/shard/all")).documents.size(),
        is_shown ? 1U : 0U);
    EXPECT_EQ(
        answers::decoded_texts(ask("/api/shard/documents"))[0].has_value(),
        is_shown);
    answers::LinesQuestion lines;
    lines.state = facts.state;
    lines.range = {"", "\xff"};
    lines.most = 1 << 20;
    const std::string all = post(site, "/api/shard/lines", encoded(lines)).body;
    EXPECT_EQ(all.find("secret") != std::string::npos, is_shown) << all;
    EXPECT_NE(all.find("b.org"), std::string::npos);
    // The place is known from before.
    answers::UrlCapture capture = capture_of("http://a.org/secret");
    capture.offset = site.first_offset();
    EXPECT_EQ(post(site, "/api/shard/record", encoded(capture)).status,
              is_shown ? 200 : 404);
  }
}

// Captures that searches do not find are found by their URL, and counted in no
// answer to a search.
TEST(ShardRecord, WhatSearchesDoNotFindIsInNoListOfHits) {
  JoinedArchives site;
  site.add(0, "http://a.org/secret", "20050101000000",
           {.body = "heron secret"});
  site.add_rules("exclude-from-search host a.org\n");
  site.serve();
  const answers::ShardFacts facts =
      answers::decoded_facts(site.shard(0).get("/api/shard/facts").body);
  EXPECT_EQ(facts.documents, 0U);
  answers::LinesQuestion lines;
  lines.state = facts.state;
  lines.range = {"", "\xff"};
  lines.most = 1 << 20;
  EXPECT_NE(post(site, "/api/shard/lines", encoded(lines)).body.find("secret"),
            std::string::npos);
  lines.listed = true;
  EXPECT_EQ(post(site, "/api/shard/lines", encoded(lines)).body, "");
  EXPECT_EQ(site.front("/raw/20050101000000id_/http://a.org/secret").body,
            "heron secret");
  EXPECT_EQ(site.front("/api/export?format=warc&url=a.org/secret").body.size(),
            site.whole("/api/export?format=warc&url=a.org/secret").body.size());
}

TEST(ShardRecord, BudgetsHoldForAllThatShardsTell) {
  JoinedArchives site;
  for (int i = 0; i < 300; ++i) {
    site.add(0, "http://a.org/" + std::to_string(i), "20050101000000");
  }
  ServerOptions options;
  options.most_memory = 2'000;
  site.serve(options);
  const answers::ShardFacts facts =
      answers::decoded_facts(site.shard(0).get("/api/shard/facts").body);
  answers::SearchQuestion question;
  question.state = facts.state;
  question.fields = facts.fields;
  question.request.text = "heron";
  question.request.set_collapse("url");
  question.milliseconds = 10'000;
  question.counts.documents = 300;
  question.counts.terms = {300};
  for (bool all : {false, true}) {
    question.all_groups = all;
    EXPECT_EQ(post(site, "/api/shard/search", encoded(question)).status, 413);
  }
  question.hits.assign(20'000, {0, 1});
  for (const char* path : {"/api/shard/all", "/api/shard/documents"}) {
    EXPECT_EQ(post(site, path, encoded(question)).status, 400) << path;
  }
}

}  // namespace
}  // namespace wax::serve
