#include <gtest/gtest.h>

#include <string>

#include "answers/shards/cbor.h"
#include "answers/shards/remote_cdx.h"
#include "answers/shards/shard_facts.h"
#include "answers/shards/shard_messages.h"
#include "tests/serve/joined_site.h"

namespace wax::serve {
namespace {

tests::HttpAnswer post(JoinedSite& site, std::string_view path,
                       const std::string& body) {
  return tests::http_request(
      site.shard(0).port(), "POST", path,
      "Content-Length: " + std::to_string(body.size()) + "\r\n", body);
}

answers::SearchQuestion question_of(JoinedSite& site) {
  const answers::ShardFacts facts =
      answers::decoded_facts(site.shard(0).get("/api/shard/facts").body);
  answers::SearchQuestion question;
  question.state = facts.state;
  question.fields = facts.fields;
  question.request.text = "heron";
  question.milliseconds = 10'000;
  return question;
}

TEST(ShardRoutes, TellWhatACollectionIs) {
  JoinedSite site;
  const answers::ShardFacts facts =
      answers::decoded_facts(site.shard(0).get("/api/shard/facts").body);
  EXPECT_EQ(facts.name, "c");
  EXPECT_TRUE(facts.has_text);
  ASSERT_EQ(facts.cdx_heads.size(), 1U);
  EXPECT_EQ(facts.cdx_heads[0].find(" CDX N b a"), 0U);
}

TEST(ShardRoutes, AnotherStateIsAConflict) {
  JoinedSite site;
  answers::SearchQuestion question = question_of(site);
  EXPECT_EQ(post(site, "/api/shard/terms", encoded(question)).status, 200);
  question.state += "x";
  for (const char* path : {"/api/shard/terms", "/api/shard/search",
                           "/api/shard/documents", "/api/shard/all"}) {
    EXPECT_EQ(post(site, path, encoded(question)).status, 409) << path;
  }
  EXPECT_EQ(
      post(site, "/api/shard/lines", encoded(answers::LinesQuestion())).status,
      409);
}

TEST(ShardRoutes, NonsenseIsRefusedWithASentence) {
  JoinedSite site;
  for (const char* path :
       {"/api/shard/terms", "/api/shard/search", "/api/shard/lines"}) {
    const tests::HttpAnswer answer =
        post(site, path, std::string(100'000, '\x81'));
    EXPECT_EQ(answer.status, 400) << path;
    EXPECT_NE(answer.body.find("no question"), std::string::npos);
  }
}

TEST(ShardRoutes, DocumentsThatAreNotThereHaveNoText) {
  JoinedSite site;
  answers::SearchQuestion question = question_of(site);
  question.hits = {{0, 1}, {UINT64_MAX, 1}, {1'000'000, 1}};
  const answers::HitTexts texts = answers::decoded_texts(
      post(site, "/api/shard/documents", encoded(question)).body);
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_TRUE(texts[0]);
  EXPECT_FALSE(texts[1]);
  EXPECT_FALSE(texts[2]);
}

TEST(ShardRoutes, LinesComeInWholePieces) {
  JoinedSite site;
  answers::LinesQuestion question;
  question.state = question_of(site).state;
  question.range = {"", "\xff"};
  question.most = 1;
  const tests::HttpAnswer one =
      post(site, "/api/shard/lines", encoded(question));
  EXPECT_EQ(one.header("wax-more"), "1");
  EXPECT_EQ(one.body.find('\n'), one.body.size() - 1);
  question.file = 1;
  EXPECT_EQ(post(site, "/api/shard/lines", encoded(question)).status, 400);
}

TEST(ShardRoutes, AServerInFrontIsNoShard) {
  JoinedSite site;
  EXPECT_EQ(site.front("/api/shard/facts").status, 400);
}

}  // namespace
}  // namespace wax::serve
