#include "crawl/fetch/frontier.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace wax::crawl {
namespace {

using Skips = std::vector<std::pair<std::string, std::string>>;

class FrontierTest : public testing::Test {
 protected:
  FrontierTest()
      : frontier_({10, 100, 2},
                  [this](const FetchTask& task, std::string_view reason) {
                    skips_.emplace_back(task.url, reason);
                  }) {}

  std::string next(FetchTime now) {
    auto task = frontier_.next(now);
    if (!task) return "-";
    task_ = *task;
    return task->url;
  }

  Skips skips_;
  Frontier frontier_;
  FetchTask task_;
};

TEST_F(FrontierTest, AHostHasOneRequestAtATimeAndItsDelay) {
  EXPECT_TRUE(frontier_.add("http://a.example/1"));
  EXPECT_TRUE(frontier_.add("http://www.a.example/2"));
  EXPECT_TRUE(frontier_.add("http://b.example/1"));
  EXPECT_FALSE(frontier_.add("http://a.example/1"));
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  const FetchTask robots = task_;
  EXPECT_EQ(robots.robots_of, "http://a.example");
  EXPECT_EQ(next(0), "http://b.example/robots.txt");
  EXPECT_EQ(next(0), "-");
  EXPECT_EQ(frontier_.next_time(), kNever);
  EXPECT_EQ(frontier_.under_way(), 2U);
  frontier_.end_robots("http://a.example", RobotsRules());
  frontier_.done(robots, 3, true);
  EXPECT_EQ(next(12), "-");
  EXPECT_EQ(frontier_.next_time(), 13);
  EXPECT_EQ(next(13), "http://a.example/1");
  frontier_.done(task_, 20, true);
  EXPECT_EQ(next(30), "http://www.a.example/robots.txt");
}

TEST_F(FrontierTest, RulesAndTheirDelayCount) {
  frontier_.add("http://a.example/x");
  frontier_.add("http://a.example/y");
  frontier_.add("http://a.example/z");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.end_robots(
      "http://a.example",
      RobotsRules("User-agent: *\nDisallow: /x\nCrawl-delay: 50", "bot"));
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(49), "-");
  EXPECT_EQ(next(50), "http://a.example/y");
  EXPECT_EQ(skips_, (Skips{{"http://a.example/x", "disallowed"}}));
}

// Its robots.txt leads to a server that was given up.
TEST_F(FrontierTest, AHostHasOneTurnAlsoWhenRulesEndInIt) {
  frontier_.add("http://a.example/x");
  frontier_.add("http://c.a.example/1");
  frontier_.add("http://c.a.example/2");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.give_up("https://a.example/", "busy");
  frontier_.add_again(
      {"https://a.example/robots.txt", {}, "R", 0, "http://a.example"});
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(10), "http://c.a.example/robots.txt");
  EXPECT_EQ(next(10), "-");
  frontier_.end_robots("http://c.a.example", RobotsRules());
  frontier_.done(task_, 12, true);
  EXPECT_EQ(next(12), "-");
  EXPECT_EQ(next(22), "http://c.a.example/1");
  EXPECT_EQ(next(40), "-");
}

TEST_F(FrontierTest, RulesAreAskedForOnce) {
  frontier_.add("http://a.example/1");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.end_robots("http://a.example", RobotsRules());
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(10), "http://a.example/1");
  frontier_.done(task_, 10, true);
  EXPECT_EQ(frontier_.next_time(), kNever);
  frontier_.add(FetchTask{"http://a.example/2", "http://b.example/"});
  EXPECT_EQ(next(19), "-");
  EXPECT_EQ(next(20), "http://a.example/2");
}

TEST_F(FrontierTest, ALongDelayLeavesTheHostOut) {
  frontier_.add("http://a.example/x");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.end_robots("http://a.example",
                       RobotsRules("User-agent: *\nCrawl-delay: 101", "bot"));
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(1000), "-");
  EXPECT_EQ(skips_, (Skips{{"http://a.example/x", "delay"}}));
}

TEST_F(FrontierTest, AHostWaitsForRulesThatAnotherHostGives) {
  frontier_.add("http://a.example/x");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.add_again(
      {"http://b.example/rules", {}, "R", 0, "http://a.example"});
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(0), "http://b.example/rules");
  EXPECT_EQ(next(100), "-");
  frontier_.end_robots("http://a.example", "robots");
  frontier_.done(task_, 100, true);
  EXPECT_EQ(next(100), "-");
  EXPECT_EQ(skips_, (Skips{{"http://a.example/x", "robots"}}));
  EXPECT_EQ(frontier_.next_time(), kNever);
}

TEST_F(FrontierTest, AHostThatIsNotThereIsGivenUp) {
  for (const char* url : {"http://a.example/1", "http://a.example/2",
                          "http://a.example/3", "http://a.example/4"}) {
    frontier_.add(url);
  }
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.end_robots("http://a.example", RobotsRules());
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(10), "http://a.example/1");
  frontier_.retry(task_, 10, 15);
  EXPECT_EQ(next(24), "-");
  EXPECT_EQ(next(25), "http://a.example/1");
  frontier_.retry(task_, 25, 1);
  EXPECT_EQ(next(34), "-");
  EXPECT_EQ(next(35), "http://a.example/1");
  frontier_.done(task_, 35, false);
  EXPECT_EQ(next(45), "http://a.example/2");
  frontier_.done(task_, 45, false);
  EXPECT_EQ(next(55), "-");
  EXPECT_EQ(skips_, (Skips{{"http://a.example/3", "host"},
                           {"http://a.example/4", "host"}}));
}

TEST_F(FrontierTest, RulesThatAreAskedForAgainGoBeforePages) {
  frontier_.add("http://a.example/x");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.retry(task_, 0, 20);
  frontier_.add(FetchTask{"http://a.example/target", "http://b.example/"});
  EXPECT_EQ(next(20), "http://a.example/robots.txt");
  frontier_.end_robots("http://a.example", RobotsRules());
  frontier_.done(task_, 20, true);
  EXPECT_EQ(next(30), "http://a.example/target");
  frontier_.done(task_, 30, true);
  EXPECT_EQ(next(40), "http://a.example/x");
}

TEST_F(FrontierTest, RulesOfAnotherServerOfTheHostGoBeforePages) {
  frontier_.add("http://a.example/x");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.add_again(
      {"https://a.example/robots.txt", {}, "R", 0, "http://a.example"});
  frontier_.add(FetchTask{"http://a.example/", "http://b.example/"});
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(10), "https://a.example/robots.txt");
  frontier_.end_robots("http://a.example", RobotsRules());
  frontier_.done(task_, 10, true);
  EXPECT_EQ(next(20), "http://a.example/");
}

TEST_F(FrontierTest, RulesThatComeBackWakeTheirHost) {
  frontier_.add("http://a.example/x");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.add_again(
      {"http://consent.example/", {}, "R", 0, "http://a.example"});
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(0), "http://consent.example/");
  const FetchTask consent = task_;
  EXPECT_EQ(next(10), "-");
  frontier_.add_again(
      {"http://a.example/robots.txt?ok", {}, "RR", 0, "http://a.example"});
  frontier_.done(consent, 10, true);
  EXPECT_EQ(next(10), "http://a.example/robots.txt?ok");
  frontier_.end_robots("http://a.example", RobotsRules());
  frontier_.done(task_, 10, true);
  EXPECT_EQ(next(20), "http://a.example/x");
}

TEST_F(FrontierTest, ASecondListComesAfterTheFirst) {
  EXPECT_TRUE(frontier_.add("http://a.example/1"));
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.end_robots("http://a.example", RobotsRules());
  // The items of a round are added when its feeds are there.
  EXPECT_TRUE(frontier_.add("http://a.example/2"));
  EXPECT_TRUE(frontier_.add("http://b.example/1"));
  EXPECT_FALSE(frontier_.add("http://a.example/1"));
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(1), "http://b.example/robots.txt");
  frontier_.end_robots("http://b.example", "robots");
  frontier_.done(task_, 1, true);
  EXPECT_EQ(next(10), "http://a.example/1");
  frontier_.done(task_, 10, true);
  EXPECT_EQ(next(20), "http://a.example/2");
  frontier_.done(task_, 20, true);
  EXPECT_EQ(next(100), "-");
  EXPECT_EQ(skips_, (Skips{{"http://b.example/1", "robots"}}));
  EXPECT_EQ(frontier_.next_time(), kNever);
}

TEST_F(FrontierTest, WhatIsLeftIsTold) {
  frontier_.add("http://a.example/x");
  EXPECT_EQ(next(0), "http://a.example/robots.txt");
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(10), "-");
  EXPECT_EQ(frontier_.next_time(), kNever);
  frontier_.skip_rest();
  EXPECT_EQ(skips_, (Skips{{"http://a.example/x", "robots"}}));
}

TEST_F(FrontierTest, ServersThatAreNotThereLeaveOthersOfTheHost) {
  for (const char* url :
       {"http://1.a.example/", "http://2.a.example/", "http://3.a.example/x"}) {
    frontier_.add(url);
  }
  FetchTime now = 0;
  for (const char* server : {"http://1.a.example", "http://2.a.example"}) {
    EXPECT_EQ(next(now), std::string(server) + "/robots.txt");
    frontier_.end_robots(server, "unresolved");
    frontier_.done(task_, now, false);
    now += 10;
  }
  EXPECT_EQ(next(now), "http://3.a.example/robots.txt");
  frontier_.end_robots("http://3.a.example", RobotsRules());
  frontier_.done(task_, now, true);
  frontier_.give_up("http://1.a.example/", "busy");
  EXPECT_EQ(next(now + 10), "http://3.a.example/x");
}

TEST_F(FrontierTest, ALongDelayIsOfItsServerAlone) {
  frontier_.add("http://1.a.example/");
  frontier_.add("http://2.a.example/");
  EXPECT_EQ(next(0), "http://1.a.example/robots.txt");
  frontier_.end_robots("http://1.a.example",
                       RobotsRules("User-agent: *\nCrawl-delay: 101", "bot"));
  frontier_.done(task_, 0, true);
  EXPECT_EQ(next(10), "http://2.a.example/robots.txt");
  frontier_.end_robots("http://2.a.example", RobotsRules());
  frontier_.done(task_, 10, true);
  EXPECT_EQ(next(20), "http://2.a.example/");
}

TEST_F(FrontierTest, LongRulesOfManyServersAreAskedForAnew) {
  std::string text = "User-agent: *\n";
  for (int i = 0; i < 60'000; ++i) text += "Disallow: /no\n";
  FetchTime now = 0;
  auto end_rules = [&] {
    EXPECT_EQ(task_.url, task_.robots_of + "/robots.txt");
    frontier_.end_robots(task_.robots_of, RobotsRules(text, "bot"));
    frontier_.done(task_, now, true);
    now += 10;
  };
  for (const std::string server :
       {"http://1.a.example", "http://2.a.example"}) {
    frontier_.add(server + "/x");
    EXPECT_EQ(next(now), server + "/robots.txt");
    end_rules();
    EXPECT_EQ(next(now), server + "/x");
    frontier_.done(task_, now, true);
    now += 10;
  }
  frontier_.add("http://2.a.example/y");
  EXPECT_EQ(next(now), "http://2.a.example/y");
  frontier_.done(task_, now, true);
  now += 10;
  frontier_.add("http://1.a.example/no");
  EXPECT_EQ(next(now), "http://1.a.example/robots.txt");
  end_rules();
  EXPECT_EQ(next(now), "-");
  EXPECT_EQ(skips_, (Skips{{"http://1.a.example/no", "disallowed"}}));
}

TEST(Frontier, KnowsSoManyHostsAtOnce) {
  Politeness politeness{10, 100, 2, /*hosts=*/2};
  Frontier frontier(politeness, [](const FetchTask&, std::string_view) {});
  for (const char* url : {"http://c.example/1", "http://a.example/1",
                          "http://b.example/1", "http://c.example/2"}) {
    EXPECT_TRUE(frontier.add(url));
  }
  auto fetch = [&](FetchTime now) {
    auto task = frontier.next(now);
    if (!task) return std::string("-");
    if (!task->robots_of.empty()) {
      frontier.end_robots(task->robots_of, RobotsRules());
    }
    frontier.done(*task, now, true);
    return task->url;
  };
  EXPECT_EQ(fetch(0), "http://a.example/robots.txt");
  EXPECT_EQ(fetch(0), "http://b.example/robots.txt");
  EXPECT_EQ(fetch(0), "-");
  EXPECT_EQ(frontier.next_time(), 10);
  EXPECT_EQ(fetch(10), "http://a.example/1");
  // Its delay is not over: it may not be forgotten yet.
  EXPECT_EQ(fetch(10), "http://b.example/1");
  EXPECT_EQ(fetch(19), "-");
  EXPECT_EQ(frontier.next_time(), 20);
  EXPECT_EQ(fetch(20), "http://c.example/robots.txt");
  EXPECT_EQ(fetch(30), "http://c.example/1");
  EXPECT_EQ(fetch(40), "http://c.example/2");
  EXPECT_EQ(frontier.next_time(), kNever);
}

TEST(Frontier, HostsThatWereGivenUpMakeRoomForOthers) {
  Politeness politeness{10, 100, 2, /*hosts=*/1};
  Frontier frontier(politeness, [](const FetchTask&, std::string_view) {});
  EXPECT_TRUE(frontier.add("http://a.example/1"));
  EXPECT_TRUE(frontier.add("http://b.example/1"));
  auto task = frontier.next(0);
  ASSERT_TRUE(task);
  frontier.give_up(task->url, "busy");
  frontier.end_robots(task->robots_of, "busy");
  frontier.done(*task, 0, true);
  EXPECT_FALSE(frontier.next(9)->url.starts_with("http://a."));
}

TEST(Frontier, ItsOwnDelayIsNotTooLong) {
  Frontier frontier({400, 300, 5}, [](const FetchTask& task, std::string_view) {
    ADD_FAILURE() << task.url;
  });
  frontier.add("http://a.example/");
  auto task = frontier.next(0);
  ASSERT_TRUE(task);
  frontier.end_robots("http://a.example", RobotsRules());
  frontier.done(*task, 0, true, /*wait=*/500);
  EXPECT_FALSE(frontier.next(499));
  EXPECT_TRUE(frontier.next(500));
}

}  // namespace
}  // namespace wax::crawl
