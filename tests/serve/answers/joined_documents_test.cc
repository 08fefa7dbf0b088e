#include "serve/answers/joined_documents.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/serve/joined_site.h"

namespace wax::serve {
namespace {

TEST(JoinedDocuments, ExportsAreThoseOfOneServer) {
  JoinedSite site;
  for (const char* format : {"csv", "jsonl", "urls", "cdx"}) {
    for (int i = 0; i < 5; ++i) {
      const std::string target =
          std::string("/api/export?format=") + format + "&query=" + site.word();
      EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
    }
  }
}

TEST(JoinedDocuments, ShardsThatAreGoneAreNamed) {
  JoinedSite site;
  site.stop_shard(2);
  const tests::HttpAnswer answer =
      site.front("/api/export?format=jsonl&query=heron");
  const std::string reason =
      "the shard " + site.shard_name(2) + " did not answer";
  EXPECT_EQ(answer.trailers.at("wax-incomplete"), reason);
  EXPECT_NE(answer.body.find("{\"incomplete\":[\"" + reason + "\"]}\n"),
            std::string::npos);
}

TEST(JoinedDocuments, AreNotCollapsed) {
  JoinedSite site;
  SearchRequest request;
  request.text = "heron";
  request.collapse = "url";
  EXPECT_THROW(JoinedDocuments(site.front_scope(), request), UsageError);
}

}  // namespace
}  // namespace wax::serve
