#include "serve/pages/replay_place.h"

#include <gtest/gtest.h>

namespace wax::serve {
namespace {

answers::Request asked_at(const std::string& host) {
  answers::Request request;
  request.headers = {{"Host", host}};
  return request;
}

TEST(ReplayPlace, IsAnotherPortOfTheHostThatIsAsked) {
  answers::Holdings holdings;
  EXPECT_EQ(scripted_url(holdings, asked_at("localhost:8080")), "");
  holdings.scripted.port = 8081;
  holdings.scripted.main_port = 8080;
  for (const char* host :
       {"127.0.0.1", "localhost", "a.example.org"}) {
    const std::string origin = std::string("http://") + host;
    for (const char* port : {"", ":8080", ":1"}) {
      EXPECT_EQ(scripted_url(holdings, asked_at(std::string(host) + port)),
                origin + ":8081");
    }
    EXPECT_EQ(main_origin(holdings, asked_at(std::string(host) + ":8081")),
              origin + ":8080");
  }
}

TEST(ReplayPlace, IsNoneWhereAPolicyCannotNameIt) {
  answers::Holdings holdings;
  holdings.scripted = {8081, "", 8080, ""};
  EXPECT_EQ(scripted_url(holdings, asked_at("[::1]:8080")), "");
  holdings.scripted.url = "https://scripts.example.org";
  EXPECT_EQ(scripted_url(holdings, asked_at("[::1]:8080")),
            "https://scripts.example.org");
}

TEST(ReplayPlace, PublicUrlsGoFirst) {
  answers::Holdings holdings;
  holdings.scripted = {8081, "https://scripts.example.org/a", 8080,
                       "https://example.org/archive"};
  EXPECT_EQ(scripted_url(holdings, asked_at("x")),
            "https://scripts.example.org/a");
  EXPECT_EQ(main_origin(holdings, asked_at("x")), "https://example.org");
  EXPECT_EQ(origin_in("https://scripts.example.org/a"),
            "https://scripts.example.org");
}

}  // namespace
}  // namespace wax::serve
