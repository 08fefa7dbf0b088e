#include "answers/requests/message.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/serve/test_server.h"

namespace wax::answers {
namespace {

TEST(Parameters, AreDecoded) {
  Parameters parameters("a=1&b=%26+c&&a=2&flag&off=false&n=7&bad=-1");
  EXPECT_EQ(parameters.get(serve::named("b")), "& c");
  EXPECT_EQ(parameters.all(serve::named("a")),
            (std::vector<std::string>{"1", "2"}));
  EXPECT_TRUE(parameters.has(serve::named("flag")));
  EXPECT_TRUE(parameters.flag(serve::named("flag")));
  EXPECT_FALSE(parameters.flag(serve::named("off")));
  EXPECT_FALSE(parameters.flag(serve::named("none")));
  for (const char* yes : {"", "true", "True", "1", "yes", "on"}) {
    EXPECT_TRUE(
        Parameters(std::string("flag=") + yes).flag(serve::named("flag")))
        << yes;
  }
  for (const char* no : {"FALSE", "0", "no", "off"}) {
    EXPECT_FALSE(
        Parameters(std::string("flag=") + no).flag(serve::named("flag")))
        << no;
  }
  EXPECT_THROW((void)Parameters("flag=null").flag(serve::named("flag")),
               UsageError);
  EXPECT_EQ(parameters.number(serve::named("n"), 1), 7U);
  EXPECT_EQ(parameters.number(serve::named("m"), 1), 1U);
  EXPECT_THROW((void)parameters.number(serve::named("bad"), 1), UsageError);
}

TEST(Parameters, HaveSynonyms) {
  Parameters parameters("old=1&new=&old=2");
  EXPECT_EQ(parameters.get(serve::named("new", "old")), "1");
  EXPECT_EQ(parameters.get(serve::named("new")), "");
  EXPECT_TRUE(parameters.has(serve::named("x", "old")));
  EXPECT_EQ(parameters.all(serve::named("new", "old")),
            (std::vector<std::string>{"1", "", "2"}));
  EXPECT_EQ(Parameters("=x").get(serve::named("", "")), "");
}

TEST(RequestTarget, IsAPathAndParametersOrAUrl) {
  Request request;
  ASSERT_TRUE(read_target("/a%20b?c=d%26&e", request));
  EXPECT_EQ(request.target, "/a%20b?c=d%26&e");
  EXPECT_EQ(request.path, "/a b");
  EXPECT_EQ(request.parameters.get(serve::named("c")), "d&");
  EXPECT_TRUE(request.parameters.has(serve::named("e")));
  ASSERT_TRUE(read_target("HTTP://a.org/b?c=1", request));
  EXPECT_EQ(request.target, "/b?c=1");
  ASSERT_TRUE(read_target("https://a.org", request));
  EXPECT_EQ(request.path, "/");
  EXPECT_TRUE(request.parameters.pairs().empty());
  ASSERT_TRUE(read_target("http://b:81?c", request));
  EXPECT_EQ(request.target, "/?c");
  EXPECT_EQ(request.header("host"), "b:81");
  EXPECT_FALSE(read_target("*", request));
  request.method = "OPTIONS";
  EXPECT_TRUE(read_target("*", request));
  for (const char* other :
       {"", "a", "ftp://a/", "?a", "http:///a", "http://u@a/"}) {
    EXPECT_FALSE(read_target(other, request)) << other;
  }
}

TEST(Origin, IsThatOfTheClient) {
  Request request;
  EXPECT_EQ(origin_of(request), "http://127.0.0.1");
  request.headers = {{"Host", "a.org:80"}, {"X-Forwarded-Proto", "HTTPS"}};
  EXPECT_EQ(origin_of(request), "https://a.org:80");
  request.headers[0].value = "a.org\"<>";
  EXPECT_EQ(origin_of(request), "https://127.0.0.1");
  request.public_url = "http://b.org/c";
  EXPECT_EQ(origin_of(request), "http://b.org/c");
}

TEST(Authority, IsAHostWithAPort) {
  for (const char* good : {"a", "a.org", "a_b-c.org:8080", "127.0.0.1:0",
                           "a:", "[::1]", "[2001:DB8::1]:65535"}) {
    EXPECT_TRUE(is_authority(good)) << good;
  }
  for (const char* bad :
       {"", ":80", "a:b", "a:65536", "a:-1", "a:1:2", "a b", "a/", "u@a", "a,b",
        "a;b", "a\"", "::1", "[::1", "[]", "[x]", "[::1]a", "[::1]:x"}) {
    EXPECT_FALSE(is_authority(bad)) << bad;
  }
}

TEST(HeaderValue, IsFoundWhateverItsCase) {
  std::vector<Header> headers = {{"Accept", "a"}, {"ACCEPT", "b"}};
  EXPECT_EQ(header_value(headers, "accept"), "a");
  EXPECT_EQ(header_value(headers, "Host"), "");
}

TEST(Response, OfASentenceHasItsStatus) {
  Response response = sentence(404, "Nothing.");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, "Nothing.\n");
  EXPECT_EQ(reason_of(404), "Not Found");
  EXPECT_EQ(reason_of(299), "");
  Response other = redirect("/x", 301);
  EXPECT_EQ(other.status, 301);
  EXPECT_EQ(header_value(other.headers, "Location"), "/x");
}

}  // namespace
}  // namespace wax::answers
