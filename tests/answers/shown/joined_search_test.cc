#include "answers/shown/joined_search.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/serve/joined_site.h"
#include "text/json_tree.h"

namespace wax::answers {
namespace {

using nlohmann::json;

TEST(JoinedSearch, ShardsGiveByteForByteWhatOneServerGives) {
  serve::JoinedSite site;
  for (int i = 0; i < 400; ++i) {
    const std::string target = "/api/search?" + site.search();
    const tests::HttpAnswer whole = site.whole(target);
    const tests::HttpAnswer front = site.front(target);
    ASSERT_EQ(front.status, whole.status) << target;
    ASSERT_EQ(front.body, whole.body) << target;
  }
}

TEST(JoinedSearch, PagesFeedsAndTrendsAreThoseOfOneServer) {
  serve::JoinedSite site;
  const std::regex time(R"(\d+\.\d{3} s|<nutch:responseTime>[^<]*)");
  auto same = [&](const std::string& target) {
    auto text = [&](const tests::HttpAnswer& answer) {
      return std::regex_replace(answer.body, time, "");
    };
    EXPECT_EQ(text(site.front(target)), text(site.whole(target))) << target;
  };
  same("/");
  for (int i = 0; i < 40; ++i) {
    same("/search?" + site.search());
    same("/opensearch?" + site.search());
    same("/trends?query=" + site.word() + "&query=" + site.word() +
         (i % 2 == 0 ? "&period=month" : "&share=1"));
  }
}

TEST(JoinedSearch, AShardThatIsGoneIsNamed) {
  serve::JoinedSite site;
  const json before =
      text::parse_json(site.front("/api/search?query=heron&count=1000").body);
  EXPECT_FALSE(before.contains("incomplete"));
  site.stop_shard(1);
  const json after =
      text::parse_json(site.front("/api/search?query=heron&count=1000").body);
  ASSERT_TRUE(after.contains("incomplete"));
  EXPECT_EQ(after["incomplete"],
            json({"the shard " + site.shard_name(1) + " did not answer"}));
  EXPECT_LT(after["total"], before["total"]);
  EXPECT_EQ(after["hits"].size(), after["total"]);
  EXPECT_NE(
      site.front("/search?query=heron")
          .body.find("the shard " + site.shard_name(1) + " did not answer"),
      std::string::npos);
  site.stop_shard(0);
  site.stop_shard(2);
  const tests::HttpAnswer none = site.front("/api/search?query=heron");
  EXPECT_EQ(none.status, 502);
  EXPECT_EQ(none.body.find("No shard of this collection is there:"), 0U)
      << none.body;
}

TEST(JoinedSearch, FaultsAreThoseOfOneServer) {
  serve::JoinedSite site;
  for (const char* query :
       {"query=(heron", "query=heron&facet=content", "query=heron&sort=none",
        "query=heron&collapse=nothing", "query=heron&from=2"}) {
    const std::string target = std::string("/api/search?") + query;
    EXPECT_EQ(site.front(target).status, 400) << target;
    EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
  }
}

TEST(JoinedSearch, WhatCannotBeJoinedIsSaid) {
  serve::JoinedSite site;
  const std::string target = "/url/similar?url=" + serve::JoinedSite::url(1);
  EXPECT_EQ(site.front(target).status, 400) << target;
  EXPECT_NE(site.front(target).body.find("be joined"), std::string::npos)
      << site.front(target).body;
}

TEST(JoinedSearch, FactsAreThoseOfAllShards) {
  serve::JoinedSite site;
  const ShardFacts facts = joined_facts(site.front_scope());
  EXPECT_EQ(facts.name, "c");
  EXPECT_TRUE(facts.has_text);
  EXPECT_GT(facts.documents, 180U);
  EXPECT_EQ(facts.fields.all.front(), "urlkey");
}

}  // namespace
}  // namespace wax::answers
