#include "answers/shards/remote_cdx.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/serve/joined_site.h"

namespace wax::answers {
namespace {

// Parameters of a look-up.
std::string look_up(serve::JoinedSite& site) {
  std::string target = site.pick(3) == 0 ? "/cdx/search/cdx?" : "/cdx?";
  const std::string url =
      serve::JoinedSite::url(site.pick(serve::JoinedSite::kUrls));
  auto one_of = [&](std::vector<std::string> values) {
    target += values[site.pick(values.size())];
  };
  if (site.pick(3) == 0) {
    target += "matchType=host&url=" + url.substr(7, 5);
  } else {
    target += "url=" + url;
    one_of({"", "&matchType=prefix", "&matchType=domain", "&matchType=range"});
  }
  one_of({"", "", "&limit=1", "&limit=-2", "&limit=20&offset=2"});
  one_of({"", "", "&from=2004", "&to=2005"});
  one_of({"", "", "&sort=reverse", "&closest=20050101", "&page=0&pageSize=1"});
  one_of({"", "&output=json", "&output=cdxj", "&output=link"});
  one_of({"", "", "&collapse=urlkey", "&collapse=timestamp:4"});
  one_of({"", "", "&filter=!mimetype:image/gif", "&showNumPages=true"});
  one_of({"", "", "&resolveRevisits=true", "&showDupeCount=true"});
  return target;
}

TEST(RemoteCdx, LookUpsAreByteForByteThoseOfOneServer) {
  serve::JoinedSite site;
  for (int i = 0; i < 500; ++i) {
    const std::string target = look_up(site);
    const tests::HttpAnswer whole = site.whole(target);
    const tests::HttpAnswer front = site.front(target);
    ASSERT_EQ(front.status, whole.status) << target << front.body;
    ASSERT_EQ(front.body, whole.body) << target;
  }
}

TEST(RemoteCdx, CapturesOfUrlsAreThoseOfOneServer) {
  serve::JoinedSite site;
  for (size_t n = 0; n < serve::JoinedSite::kUrls; n += 3) {
    for (const char* path :
         {"/api/captures?url=", "/url?url=", "/timemap/link/"}) {
      const std::string target = path + serve::JoinedSite::url(n);
      EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
    }
  }
}

TEST(RemoteCdx, AShardThatIsGoneIsNamedInTheHeadAndAfterTheLines) {
  serve::JoinedSite site;
  const std::string target = "/cdx?matchType=domain&url=org";
  const tests::HttpAnswer before = site.front(target);
  EXPECT_EQ(before.header("wax-incomplete"), "");
  EXPECT_TRUE(before.trailers.empty());
  site.stop_shard(0);
  const tests::HttpAnswer after = site.front(target);
  EXPECT_EQ(after.status, 200);
  EXPECT_LT(after.body.size(), before.body.size());
  EXPECT_EQ(after.trailers.at("wax-incomplete"),
            "the shard " + site.shard_name(0) + " did not answer");
  EXPECT_NE(site.front("/api/captures?url=" + serve::JoinedSite::url(1))
                .body.find("\"incomplete\":[\"the shard " + site.shard_name(0)),
            std::string::npos);
}

TEST(RemoteCdx, QuestionsAreReadAsTheyWereWritten) {
  LinesQuestion question;
  question.state = "s";
  question.file = 2;
  question.range = {std::string("a\0b", 3), "\xff"};
  question.backwards = true;
  question.most = 77;
  question.part = 5;
  const LinesQuestion read = decoded_lines(encoded(question));
  EXPECT_EQ(read.state, "s");
  EXPECT_EQ(read.file, 2U);
  EXPECT_EQ(read.range.first, question.range.first);
  EXPECT_EQ(read.range.end, "\xff");
  EXPECT_TRUE(read.backwards);
  EXPECT_FALSE(read.listed);
  EXPECT_EQ(read.most, 77U);
  EXPECT_EQ(read.part, 5U);
  EXPECT_THROW((void)decoded_lines("x"), FormatError);
  EXPECT_EQ(decoded_parts(encoded(PartsAnswer{3, "k"})).start, "k");
}

}  // namespace
}  // namespace wax::answers
