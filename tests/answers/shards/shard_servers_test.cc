#include "answers/shards/shard_servers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "answers/requests/message.h"
#include "io/error.h"
#include "serve/http/router.h"
#include "tests/serve/test_server.h"

namespace wax::answers {
namespace {

using Clock = ShardServers::Clock;
constexpr auto kNoLimit = Clock::time_point::max();

std::string url_of(const serve::TestServer& server) {
  return "http://127.0.0.1:" + std::to_string(server.port());
}

// A server whose facts are these bytes.
serve::Router says(std::string facts) {
  serve::Router router;
  router.add("GET", "/api/shard/facts", [facts](const Request&) {
    Response response;
    response.body = facts;
    return response;
  });
  return router;
}

std::string reason_of_gone(const ShardServers& servers) {
  try {
    (void)servers.ask_for_facts(0, kNoLimit);
  } catch (const ShardGone& gone) {
    return std::string(gone.what())
        .substr(("the shard " + servers.name(0)).size());
  }
  return "";
}

TEST(ShardServers, OnlyUrlsOfServersAreTaken) {
  for (const char* url :
       {"", "a:80", "ftp://a", "http://", "http://user:word@a/", "http://a/b/c",
        "http://a/?b", "http://a b/", "file:///etc/passwd"}) {
    EXPECT_THROW(ShardServers({.urls = {url}}), UsageError) << url;
  }
  EXPECT_THROW(ShardServers({}), UsageError);
  const ShardServers two({.urls = {"http://a:81/", "https://[::1]:82/name"}});
  EXPECT_EQ(two.name(0), "a:81");
  EXPECT_EQ(two.name(1), "[::1]:82/name");
}

TEST(ShardServers, WhatIsNoServerOfThisVersionIsGone) {
  ShardFacts facts;
  facts.name = "c";
  const serve::TestServer good(says(encoded(facts)));
  EXPECT_EQ(
      ShardServers({.urls = {url_of(good)}}).ask_for_facts(0, kNoLimit)->name,
      "c");
  facts.format = kShardFormat + 1;
  const serve::TestServer newer(says(encoded(facts)));
  const serve::TestServer nonsense(says("<html>hello</html>"));
  const serve::TestServer another{serve::Router()};
  for (const serve::TestServer* server : {&newer, &nonsense, &another}) {
    EXPECT_EQ(reason_of_gone(ShardServers({.urls = {url_of(*server)}})),
              " is no server of this version");
  }
}

TEST(ShardServers, NoServerIsGone) {
  std::string url;
  {
    const serve::TestServer server{serve::Router()};
    url = url_of(server);
  }
  const ShardServers servers({.urls = {url}});
  EXPECT_EQ(reason_of_gone(servers), " did not answer");
  EXPECT_EQ(servers.reasons().size(), 1U);
}

TEST(ShardServers, ASlowServerIsGoneAndNotWaitedForAgain) {
  std::atomic<bool> ended = false;
  {
    const serve::TestServer server([&](const Request&) {
      while (!ended) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      return Response();
    });
    ShardOptions options{.urls = {url_of(server)}};
    options.timeout = std::chrono::milliseconds(200);
    const ShardServers servers(options);
    EXPECT_EQ(reason_of_gone(servers), " did not answer in time");
    const auto begin = Clock::now();
    EXPECT_EQ(reason_of_gone(servers), " did not answer in time");
    EXPECT_LT(Clock::now() - begin, options.timeout);
    ended = true;
  }
}

TEST(ShardServers, AnAnswerThatIsTooLongIsNone) {
  const serve::TestServer server(says(std::string(5000, 'x')));
  ShardOptions options{.urls = {url_of(server)}};
  options.most_answer = 1000;
  EXPECT_EQ(reason_of_gone(ShardServers(options)),
            " has a longer answer than can be joined");
}

TEST(ShardServers, NoRedirectIsFollowed) {
  std::atomic<int> asked = 0;
  const serve::TestServer other([&](const Request&) {
    ++asked;
    return Response();
  });
  serve::Router router;
  router.add("GET", "/api/shard/facts", [&](const Request&) {
    return redirect(url_of(other) + "/api/shard/facts");
  });
  const serve::TestServer server(router);
  EXPECT_EQ(reason_of_gone(ShardServers({.urls = {url_of(server)}})),
            " is no server of this version");
  EXPECT_EQ(asked, 0);
}

TEST(ShardServers, ShardsWithOtherKeysOrStemsAreLeftOut) {
  ShardFacts facts;
  facts.has_text = true;
  const serve::TestServer first(says(encoded(facts)));
  facts.stems = {"en"};
  const serve::TestServer stems(says(encoded(facts)));
  facts.stems = {};
  facts.url_key = cdx::UrlKeyKind::kLegacy;
  const serve::TestServer keys(says(encoded(facts)));
  ShardSession session(std::make_shared<const ShardServers>(
      ShardOptions{.urls = {url_of(first), url_of(stems), url_of(keys)}}));
  const auto all = session.facts_of_some(kNoLimit);
  EXPECT_NE(all[0], nullptr);
  EXPECT_EQ(all[1], nullptr);
  EXPECT_EQ(all[2], nullptr);
  ASSERT_EQ(session.gone().size(), 2U);
  EXPECT_NE(session.gone()[0].find("stems of another kind"), std::string::npos);
  EXPECT_NE(session.gone()[1].find("URL keys of another"), std::string::npos);
}

// How often a server is asked for its facts by ten requests, one after another.
int asked_by_ten_requests(std::chrono::milliseconds recent) {
  std::atomic<int> asked = 0;
  serve::Router router;
  router.add("GET", "/api/shard/facts", [&](const Request&) {
    ShardFacts facts;
    facts.has_text = true;
    facts.pages = ++asked;
    Response response;
    response.body = encoded(facts);
    return response;
  });
  const serve::TestServer server(router);
  ShardOptions options{.urls = {url_of(server)}};
  options.recent = recent;
  const auto servers = std::make_shared<const ShardServers>(options);
  for (int i = 0; i < 10; ++i) {
    ShardSession session(servers);
    session.renew_old(kNoLimit);
    EXPECT_EQ(session.facts_of_some(kNoLimit)[0]->pages, asked);
  }
  return asked;
}

TEST(ShardServers, RecentFactsAreNotAskedForAgain) {
  EXPECT_EQ(asked_by_ten_requests(std::chrono::hours(1)), 1);
  EXPECT_EQ(asked_by_ten_requests(std::chrono::milliseconds(0)), 10);
}

TEST(ShardServers, FactsOfAServerThatIsGoneAreNotRecent) {
  auto server =
      std::make_unique<serve::TestServer>(says(encoded(ShardFacts())));
  ShardOptions options{.urls = {url_of(*server)}};
  options.recent = std::chrono::hours(1);
  const ShardServers servers(options);
  EXPECT_EQ(servers.recent_facts(0), nullptr);
  (void)servers.ask_for_facts(0, kNoLimit);
  EXPECT_NE(servers.recent_facts(0), nullptr);
  server.reset();
  EXPECT_EQ(reason_of_gone(servers), " did not answer");
  EXPECT_EQ(servers.recent_facts(0), nullptr);
}

TEST(ShardServers, ThatNoneIsThereIsAnError) {
  ShardSession session(std::make_shared<const ShardServers>(
      ShardOptions{.urls = {"http://127.0.0.1:1"}}));
  EXPECT_THROW((void)session.facts_of_some(kNoLimit), NoShards);
  EXPECT_TRUE(session.is_gone(0));
}

}  // namespace
}  // namespace wax::answers
