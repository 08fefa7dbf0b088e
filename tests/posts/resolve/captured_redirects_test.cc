#include "posts/resolve/captured_redirects.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace wax::posts
