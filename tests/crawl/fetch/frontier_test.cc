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

}  // namespace
}  // namespace wax::crawl
