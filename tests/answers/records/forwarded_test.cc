#include "answers/records/forwarded.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/serve/joined_archives.h"
#include "tests/serve/joined_site.h"

namespace wax::answers {
namespace {

// No shard of the site has archives: so its answer is a sentence.
TEST(Forwarded, TheAnswerIsThatOfTheShardThatHasTheCapture) {
  serve::JoinedSite site;
  for (size_t n = 0; n < serve::JoinedSite::kUrls; n += 7) {
    const std::string url = serve::JoinedSite::url(n);
    const tests::HttpAnswer moment = site.front("/raw/2005id_/" + url);
    if (moment.status == 404) continue;  // nothing has it
    ASSERT_EQ(moment.status, 302) << moment.body;
    const std::string location = moment.header("location");
    const std::string target = location.substr(location.find("/raw/"));
    EXPECT_EQ(site.front(target).status, site.whole(target).status) << target;
    EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
  }
}

TEST(Forwarded, AShardThatIsGoneIsNotForwardedTo) {
  serve::JoinedSite site;
  for (size_t n = 0; n < serve::JoinedSite::kShards; ++n) site.stop_shard(n);
  const tests::HttpAnswer answer =
      site.front("/raw/2005id_/" + serve::JoinedSite::url(1));
  EXPECT_EQ(answer.status, 502) << answer.body;
}

// Pages that rules take away: one at each of two shards, and one at both.
std::unique_ptr<serve::JoinedArchives> site_with_rules(
    const std::string& rules, const std::string& taken) {
  auto site = std::make_unique<serve::JoinedArchives>();
  site->add(0, "http://a.org/first", "20050101000000");
  site->add(1, "http://a.org/second", "20050101000000");
  for (size_t shard : {0, 1}) {
    site->add(shard, "http://a.org/both?x=1&y=%20", "20050101000000");
    site->add(shard, "http://b.org/", "20050101000000");
  }
  site->add_rules(rules);
  site->say_of_taken(taken);
  site->serve();
  return site;
}

TEST(Forwarded, WhatAShardHasTakenAwayIsToldInItsWords) {
  for (const char* rule : {"hide host a.org\n", "block host a.org\n"}) {
    const auto site = site_with_rules(rule, "Removed for its owner.");
    for (const std::string& url :
         {std::string("http://a.org/first"), std::string("http://a.org/second"),
          std::string("http://a.org/both?x=1&y=%20")}) {
      for (const std::string& door :
           {std::string("/raw/2005id_/"), std::string("/raw/2005hd_/"),
            std::string("/raw/20050101000000id_/"), std::string("/view/2005/"),
            std::string("/view/20050101000000/"), std::string("/timegate/"),
            std::string("/timemap/link/"), std::string("/timemap/json/")}) {
        const tests::HttpAnswer answer = site->front(door + url);
        EXPECT_EQ(answer.status, 451) << door << url;
        EXPECT_EQ(answer.body, "Removed for its owner.\n") << door << url;
        EXPECT_EQ(answer.header("content-type"),
                  site->whole(door + url).header("content-type"));
      }
    }
    for (const char* door : {"/url?url=", "/url/capture?date=2005&url="}) {
      const std::string target = door + std::string("http://a.org/second");
      EXPECT_EQ(site->front(target).status, 451) << target;
    }
    EXPECT_EQ(site->front("/view/20050101000000/http://b.org/").status, 200);
    EXPECT_EQ(site->front("/view/2005/http://a.org/none").status, 404);
    EXPECT_EQ(site->front("/timemap/link/http://c.org/").status, 404);
  }
}

TEST(Forwarded, WithoutATextAShardsOwn451IsToldWhereItSaysIt) {
  const auto site = site_with_rules("block host a.org\n", "");
  for (const std::string& target :
       {std::string("/raw/2005id_/http://a.org/second"),
        std::string("/view/2005/http://a.org/first"),
        std::string("/url?url=http://a.org/first"),
        std::string("/timemap/link/http://a.org/first")}) {
    const tests::HttpAnswer whole = site->whole(target);
    const tests::HttpAnswer front = site->front(target);
    EXPECT_EQ(front.status, whole.status) << target;
    if (whole.status == 451) {
      EXPECT_EQ(front.body, whole.body) << target;
    }
  }
}

TEST(Forwarded, WithoutTheShardThatTookItAwayThereIsNoCapture) {
  const auto site = site_with_rules("hide host a.org\n", "Removed.");
  (void)site->stop_shard(1);
  EXPECT_EQ(site->front("/raw/2005id_/http://a.org/first").status, 451);
  const tests::HttpAnswer other =
      site->front("/raw/2005id_/http://a.org/second");
  EXPECT_EQ(other.status, 404);
  EXPECT_NE(other.header("wax-incomplete"), "");
}

}  // namespace
}  // namespace wax::answers
