#include "crawl/fetch/fetch_url.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/support/archives.h"

namespace wax::crawl {
namespace {

TEST(FetchUrl, IsWhatServersAreAskedFor) {
  struct Case {
    std::string_view url;
    std::string_view asked;  // empty: nothing
  };
  for (const Case& each : {
           Case{"http://a.example", "http://a.example/"},
           Case{" HTTP://A.example:80/B?q=1#f ", "http://a.example/B?q=1"},
           Case{"https://a.example:443/", "https://a.example/"},
           Case{"https://a.example:444/./x", "https://a.example:444/x"},
           Case{"http://a.example/x/%2E%2e/y", "http://a.example/y"},
           Case{"http://a.example/../x/.%2e", "http://a.example/"},
           Case{"http://a.example/a/b/..", "http://a.example/a/"},
           Case{"http://a.example//.", "http://a.example//"},
           Case{"http://a.example/.../.x?../y", "http://a.example/.../.x?../y"},
           Case{"http://a.example/a b\xc3\xa9", "http://a.example/a%20b%C3%A9"},
           Case{"http://\xc3\xa9.example/", "http://xn--9ca.example/"},
           Case{"http://a.example/%41?", "http://a.example/%41?"},
           Case{"http://[::1]:8/x", "http://[::1]:8/x"},
           Case{"http://u:p@a.example/", ""},
           Case{"http:///x", "http://x/"},
           Case{"http://a.example:99999/", ""},
           Case{"http://a%0d%0ab/", ""},
           Case{"ftp://a.example/", ""},
           Case{"file:///etc/passwd", ""},
           Case{"mailto:x", ""},
           Case{"", ""},
       }) {
    EXPECT_EQ(fetch_url(each.url).value_or(""), each.asked) << each.url;
  }
}

TEST(FetchUrl, IsNoLongerThanServersTake) {
  const std::string url = "http://a.example/";
  const std::string rest(kLongestUrl - url.size(), 'x');
  EXPECT_EQ(fetch_url(url + rest), url + rest);
  EXPECT_EQ(fetch_url(url + rest + 'x'), std::nullopt);
}

TEST(FetchUrl, KnowsTheSchemesOfTheWeb) {
  EXPECT_TRUE(is_of_web("HTTPS://u@a.example/"));
  EXPECT_TRUE(is_of_web("http://a.example:99999/"));
  EXPECT_FALSE(is_of_web("ftp://a.example/"));
  EXPECT_FALSE(is_of_web("/x"));
}

TEST(FetchUrl, RedirectsLeadWhereBrowsersGo) {
  auto target = [](long status, const std::string& location) {
    return redirect_target(
        "http://a.example/x/y", status,
        "HTTP/1.1 302 Found\r\nlocation: " + location + "\r\n\r\n");
  };
  EXPECT_EQ(target(302, "../z#f"), "http://a.example/z");
  EXPECT_EQ(target(308, "//b.example"), "http://b.example/");
  EXPECT_EQ(target(301, "https://b.example/a b"), "https://b.example/a%20b");
  EXPECT_EQ(target(301, "ftp://b.example/"), "ftp://b.example/");
  EXPECT_EQ(target(200, "/z"), "");
  EXPECT_EQ(target(304, "/z"), "");
  EXPECT_EQ(target(302, ""), "");
}

TEST(FetchUrl, ServersSayHowLongToWait) {
  auto wait = [](const std::string& value) {
    return retry_after(
        "HTTP/1.1 503 Busy\r\nRetry-After: " + value + "\r\n\r\n", 784111777);
  };
  EXPECT_EQ(wait("120"), 120);
  EXPECT_EQ(wait(std::string(30, '9')),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(wait("Sun, 06 Nov 1994 08:49:47 GMT"), 10);
  EXPECT_EQ(wait("Sun, 06 Nov 1994 08:49:07 GMT"), 0);
  EXPECT_EQ(wait("soon"), std::nullopt);
  EXPECT_EQ(retry_after("HTTP/1.1 503 Busy\r\n\r\n", 0), std::nullopt);
}

TEST(FetchUrl, BodiesAreDecodedUpToALimit) {
  io::WireAnswer answer;
  answer.head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
  answer.body.write(tests::gzip_member(std::string(5'000'000, 'a')));
  EXPECT_EQ(decoded_body(answer, 1000), std::string(1000, 'a'));
  EXPECT_EQ(decoded_body(answer, 10), std::string(10, 'a'));
}

}  // namespace
}  // namespace wax::crawl
