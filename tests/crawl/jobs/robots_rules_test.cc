#include "crawl/jobs/robots_rules.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::crawl {
namespace {

TEST(RobotsRules, GroupsAreOfAgents) {
  const std::string text =
      "User-agent: *\nDisallow: /all\nCrawl-delay: 2\n\n"
      "User-Agent: FooBot/2.0\nUser-agent: barbot\r\nDisallow: /foo # why\n"
      "Sitemap: http://x/s.xml\nDisallow: /bar\n\n"
      "user-agent: foobot\nallow: /foo/open\ncrawl-delay: 0.5\n";
  RobotsRules foo(text, "foobot");
  EXPECT_FALSE(foo.allows("/foo"));
  EXPECT_FALSE(foo.allows("/bar/x"));
  EXPECT_TRUE(foo.allows("/foo/open/1"));
  EXPECT_TRUE(foo.allows("/all"));
  EXPECT_EQ(foo.delay(), .5);
  RobotsRules bar(text, "BarBot");
  EXPECT_FALSE(bar.allows("/foo/open"));
  EXPECT_FALSE(bar.delay());
  RobotsRules other(text, "heritrix");
  EXPECT_FALSE(other.allows("/all"));
  EXPECT_TRUE(other.allows("/foo"));
  EXPECT_EQ(other.delay(), 2);
}

TEST(RobotsRules, TheLongestRuleDecides) {
  struct Case {
    std::string rules;
    std::string path;
    bool allowed;
  };
  const Case cases[] = {
      {"", "/", true},
      {"Disallow:", "/", true},
      {"Disallow: /", "/", false},
      {"Disallow: /", "/robots.txt", true},
      {"Disallow: /\nAllow: /a", "/a/b", true},
      {"Allow: /a\nDisallow: /a", "/a", true},
      {"Disallow: /a\nAllow: /a", "/a", true},
      {"Allow: /\nDisallow: /x/", "/x", true},
      {"Allow: /\nDisallow: /x/", "/x/", false},
      {"Disallow: *.gif$", "/a/b.gif", false},
      {"Disallow: *.gif$", "/a/b.gif?x", true},
      {"Disallow: /*.gif", "/a/b.gif?x", false},
      {"Disallow: /a*b*c$", "/aXbYcZc", false},
      {"Disallow: /a*b*c$", "/aXbYcZ", true},
      {"Disallow: /*?", "/a?b", false},
      {"Disallow: /*?", "/a", true},
      {"Disallow: /a%3cd", "/a%3Cd", false},
      {"Disallow: /%7Ejoe", "/~joe/", false},
      {"Disallow: /~joe", "/%7ejoe/", false},
      {"Disallow: /ツ", "/%E3%83%84", false},
      {"Disallow: /a%2Fb", "/a/b", true},
      {"disallow : /a", "/a", false},
      {"Disallow: /a/$", "/a/", false},
      {"Disallow: /a/$", "/a/b", true},
      {"Nonsense\nDisallow: /a", "/a", false},
  };
  for (const Case& one : cases) {
    RobotsRules rules("user-agent: *\n" + one.rules + "\n", "x");
    EXPECT_EQ(rules.allows(one.path), one.allowed)
        << one.rules << " | " << one.path;
  }
}

TEST(RobotsRules, OddFilesAllow) {
  for (const char* text :
       {"", "<html>Not found", "Disallow: /", "\xEF\xBB\xBF"}) {
    EXPECT_TRUE(RobotsRules(text, "x").allows("/a")) << text;
  }
  EXPECT_FALSE(
      RobotsRules("\xEF\xBB\xBFUser-agent: *\rDisallow: /a", "x").allows("/a"));
  EXPECT_TRUE(RobotsRules(std::string(kMostRobotsBytes, '\n') +
                              "user-agent: *\ndisallow: /",
                          "x")
                  .allows("/a"));
  for (const char* delay : {"-1", "x", "", "inf", "nan"}) {
    EXPECT_FALSE(
        RobotsRules("user-agent: *\ncrawl-delay: " + std::string(delay), "x")
            .delay())
        << delay;
  }
}

// A pattern of many stars takes no more than a moment.
TEST(RobotsRules, ManyStarsAreRead) {
  std::string stars;
  for (int i = 0; i < 1000; ++i) stars += "*a";
  RobotsRules rules("user-agent: *\ndisallow: /" + stars + "b$", "x");
  EXPECT_TRUE(rules.allows("/" + std::string(20'000, 'a')));
}

TEST(RobotsRules, RulesThatTakeTooLongForbid) {
  const std::string pattern = "/*" + std::string(2000, 'a') + 'b';
  std::string text = "user-agent: *\n";
  for (int i = 0; i < 500; ++i) text += "disallow: " + pattern + '\n';
  RobotsRules rules(text, "x");
  EXPECT_FALSE(rules.allows('/' + std::string(8000, 'a')));
  EXPECT_TRUE(rules.allows('/' + std::string(100, 'a')));
}

TEST(RobotsRules, SitemapsBelongToNoGroup) {
  std::string found;
  each_robots_sitemap(
      "\xEF\xBB\xBFSITEMAP:http://e.org/a\nUser-agent: x\rDisallow: /\r"
      "sitemap : /b  # c\n#Sitemap: /d\nSite map: /e",
      [&](std::string_view url) { found.append(url) += '\n'; });
  EXPECT_EQ(found, "http://e.org/a\n/b\n");
}

}  // namespace
}  // namespace wax::crawl
