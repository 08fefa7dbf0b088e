#include "posts/resolve/captured_redirects.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

TEST(PlainUrl, KeepsPathsAsTheyAre) {
  EXPECT_EQ(plain_url("HTTP://www.A.test:80?X=%41#f"),
            "http://www.a.test/?X=%41");
  EXPECT_EQ(plain_url("https://a.test:8443/B//c/../d;E"),
            "https://a.test:8443/B//c/../d;E");
  EXPECT_EQ(plain_url("https://a.test:443/"), "https://a.test/");
  EXPECT_EQ(plain_url("mailto:x"), "mailto:x");
}

TEST(CapturedRedirects, AreOfAllFiles) {
  tests::TempDir folder;
  NoProblems problems;
  const std::string head = " CDX N b a s r\n";
  CapturedRedirects captures(
      {folder.write("1", head + "test,a)/ 20100101000000 http://a.test/ 301 b\n"
                                "test,c)/ 2010 http://c.test/ 200 -\n"),
       folder.write("2", head + "test,a)/ 20110101000000 http://A.test 200 -\n"
                                "test,a)/ x http://a.test 200 -\n")},
      problems);
  ASSERT_EQ(captures.of("test,a)/").size(), 2U);
  EXPECT_EQ(captures.of("test,a)/")[0].target, "http://a.test/b");
  EXPECT_EQ(captures.of("test,a)/")[1].url, "http://a.test/");
  EXPECT_EQ(captures.of("test,a)/")[1].target, "");
  EXPECT_TRUE(captures.of("test,b)/").empty());
  EXPECT_EQ(captures.of("test,c)/").size(), 1U);
}

TEST(CapturedRedirects, RevisitsSayWhatTheCaptureWithTheirDigestDoes) {
  tests::TempDir folder;
  NoProblems problems;
  CapturedRedirects captures(
      {folder.write(
          "1",
          " CDX N b a m s k r\n"
          "test,a)/ 20100101000000 http://a.test/ text/html 301 X http://b/\n"
          "test,a)/ 20110101000000 http://a.test/ text/html 301 Y http://c/\n"
          "test,a)/ 20120101000000 http://a.test/ warc/revisit - X -\n"
          "test,a)/ 20130101000000 http://a.test/ warc/revisit - Z -\n"
          "test,a)/ 20140101000000 http://a.test/ text/html 304 X -\n"
          "test,d)/ 20120101000000 http://d.test/ warc/revisit - X -\n"
          "test,e)/ 20120101000000 http://e.test/ warc/revisit 200 X -\n"
          "test,f)/ 20120101000000 http://f.test/ t 302 X javascript:x\n"
          "test,f)/ 20130101000000 http://f.test/ t 302 X mailto:x@y.test\n")},
      problems);
  const std::vector<CapturedRedirect>& found = captures.of("test,a)/");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].target, "http://c/");
  EXPECT_EQ(found[2].target, "http://b/");
  EXPECT_EQ(found[2].status, "301");
  ASSERT_EQ(captures.of("test,d)/").size(), 1U);
  EXPECT_EQ(captures.of("test,d)/")[0].status, "-");
  EXPECT_EQ(captures.of("test,e)/")[0].status, "200");
  ASSERT_EQ(captures.of("test,f)/").size(), 2U);
  EXPECT_EQ(captures.of("test,f)/")[0].target, "");
  EXPECT_EQ(captures.of("test,f)/")[1].target, "");
}

TEST(CapturedRedirects, PagesHaveAHostAndASchemeOfTheWeb) {
  for (const char* url :
       {"http://a.test/", "HTTPS://a.test", "ftp://a.test/x"}) {
    EXPECT_TRUE(is_page_url(plain_url(url))) << url;
  }
  for (const char* url : {"mailto:x@a.test", "javascript:x", "",
                          "data:text/html,x", "news:a.b"}) {
    EXPECT_FALSE(is_page_url(plain_url(url))) << url;
  }
}

// A naive search: the first of those at the least distance, the earlier ones
// first.
const CapturedRedirect* naive_nearest(
    const std::vector<CapturedRedirect>& captures, const std::string& url,
    int64_t seconds) {
  const CapturedRedirect* best = nullptr;
  auto distance = [&](const CapturedRedirect& one) {
    return std::abs(one.seconds - seconds);
  };
  for (const CapturedRedirect& one : captures) {
    if (one.url != url) continue;
    if (best == nullptr || distance(one) < distance(*best) ||
        (distance(one) == distance(*best) && one.seconds < best->seconds)) {
      best = &one;
    }
  }
  return best;
}

TEST(CapturedRedirects, TheNearestIsThatOfANaiveSearch) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<CapturedRedirect> captures(random() % 12);
    for (size_t i = 0; i < captures.size(); ++i) {
      captures[i].url = std::string(1, static_cast<char>('a' + random() % 3));
      captures[i].seconds = static_cast<int64_t>(random() % 20) - 10;
      captures[i].status = std::to_string(i);
    }
    std::vector<CapturedRedirect> ordered = captures;
    order_by_time(ordered);
    for (const char* url : {"a", "b", "c", "d"}) {
      for (int64_t seconds = -12; seconds <= 12; ++seconds) {
        const CapturedRedirect* found = nearest(ordered, url, seconds);
        const CapturedRedirect* wanted = naive_nearest(captures, url, seconds);
        ASSERT_EQ(found == nullptr, wanted == nullptr);
        if (found == nullptr) continue;
        ASSERT_EQ(found->status, wanted->status);
      }
    }
  }
}

}  // namespace
}  // namespace wax::posts
