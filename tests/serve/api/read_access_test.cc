#include "serve/api/read_access.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::serve {
namespace {

answers::Request request_to(const std::string& host) {
  answers::Request request;
  request.method = "GET";
  if (!host.empty()) request.headers.push_back({"Host", host});
  return request;
}

TEST(ReadAccess, OnLoopbackTheHostIsThisMachine) {
  const ReadAccess access = {true, false, ""};
  for (const char* host :
       {"", "localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.1.2.3",
        "[::1]:8080", "[::1]", "[::ffff:127.0.0.1]:80"}) {
    EXPECT_EQ(access.refusal(request_to(host)), "") << host;
  }
  for (const char* host :
       {"evil.example", "localhost.evil.example:8080", "127.0.0.1.evil.example",
        "10.0.0.1", "[::2]", "0.0.0.0:8080", "evil.example:127.0.0.1"}) {
    EXPECT_NE(access.refusal(request_to(host)), "") << host;
  }
}

TEST(ReadAccess, TheHostOfThePublicUrlIsAnsweredToo) {
  const ReadAccess access = {true, false, "https://Archive.example:8443/web"};
  EXPECT_EQ(access.refusal(request_to("archive.example")), "");
  EXPECT_EQ(access.refusal(request_to("ARCHIVE.example:8443")), "");
  EXPECT_NE(access.refusal(request_to("evil.example")), "");
}

TEST(ReadAccess, OtherServersAnswerToAnyHost) {
  EXPECT_EQ(ReadAccess().refusal(request_to("archive.example")), "");
}

TEST(ReadAccess, PagesOfOtherSitesReadAnswersOnlyWhenTheyMay) {
  answers::Response response;
  response.headers = {{"Access-Control-Allow-Origin", "*"},
                      {"access-control-expose-headers", "ETag"},
                      {"ETag", "1"}};
  ReadAccess({true, true, ""}).restrict(response);
  EXPECT_EQ(response.headers.size(), 3U);
  ReadAccess({true, false, ""}).restrict(response);
  ASSERT_EQ(response.headers.size(), 1U);
  EXPECT_EQ(response.headers[0].name, "ETag");
  // A page that this server shows has no origin, and loads its fonts.
  response.headers = {{"Access-Control-Allow-Origin", "null"}};
  ReadAccess({true, false, ""}).restrict(response);
  EXPECT_EQ(response.headers.size(), 1U);
}

}  // namespace
}  // namespace wax::serve
