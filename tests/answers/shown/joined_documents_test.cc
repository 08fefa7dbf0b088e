#include "answers/shown/joined_documents.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/joined_site.h"

namespace wax::answers {
namespace {

TEST(JoinedDocuments, ExportsAreThoseOfOneServer) {
  serve::JoinedSite site;
  for (const char* format : {"csv", "jsonl", "urls", "cdx"}) {
    for (int i = 0; i < 5; ++i) {
      const std::string target =
          std::string("/api/export?format=") + format + "&query=" + site.word();
      EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
    }
  }
}

TEST(JoinedDocuments, ShardsThatAreGoneAreNamed) {
  serve::JoinedSite site;
  site.stop_shard(2);
  const tests::HttpAnswer answer =
      site.front("/api/export?format=jsonl&query=heron");
  const std::string reason =
      "the shard " + site.shard_name(2) + " did not answer";
  EXPECT_EQ(answer.trailers.at("wax-incomplete"), reason);
  EXPECT_NE(answer.body.find("{\"incomplete\":[\"" + reason + "\"]}\n"),
            std::string::npos);
}

TEST(JoinedDocuments, CollapsedOnesAreThoseOfOneServer) {
  serve::JoinedSite site;
  for (const char* format : {"csv", "jsonl", "urls", "cdx"}) {
    for (const char* collapse :
         {"url", "site", "similar", "site&collapsed-hits=3", "none"}) {
      for (int i = 0; i < 4; ++i) {
        const std::string target = std::string("/api/export?format=") + format +
                                   "&collapse=" + collapse +
                                   "&query=" + site.word() +
                                   (i % 2 == 0 ? "" : "&sort=newest");
        EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
      }
    }
  }
  const std::string all = "/api/export?format=urls&query=heron";
  EXPECT_LT(site.front(all + "&collapse=site").body.size(),
            site.front(all).body.size());
}

TEST(JoinedDocuments, CollapsedOnesNameShardsThatAreGone) {
  serve::JoinedSite site;
  site.stop_shard(1);
  const tests::HttpAnswer answer =
      site.front("/api/export?format=csv&query=heron&collapse=site");
  EXPECT_EQ(answer.trailers.at("wax-incomplete"),
            "the shard " + site.shard_name(1) + " did not answer");
}

TEST(JoinedDocuments, FaultsOfCollapsingAreThoseOfOneServer) {
  serve::JoinedSite site;
  const std::string target = "/api/export?query=heron&collapse=nothing";
  EXPECT_EQ(site.front(target).status, 400);
  EXPECT_EQ(site.front(target).body, site.whole(target).body);
}

}  // namespace
}  // namespace wax::answers
