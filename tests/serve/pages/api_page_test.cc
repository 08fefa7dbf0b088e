#include <gtest/gtest.h>

#include <string>

#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(ApiPage, HasAnExampleOfEachPathThatTheServerAnswers) {
  SmallSite small;
  Router router = small.router();
  add_raw_routes(small.holdings(), router);
  add_memento_routes(small.holdings(), router);
  TestServer server(router);
  std::string page = server.get("/api").body;
  size_t examples = 0;
  for (size_t at = page.find("curl -s '"); at != std::string::npos;
       at = page.find("curl -s '", at + 1)) {
    size_t begin = page.find('/', at + 16);
    std::string target = page.substr(begin, page.find('\'', begin) - begin);
    for (size_t amp; (amp = target.find("&amp;")) != std::string::npos;) {
      target.replace(amp, 5, "&");
    }
    tests::HttpAnswer answer = server.get(target);
    // This collection has no such page, no links and no posts.
    if (answer.status == 404) {
      EXPECT_NE(answer.body.find(
                    target.starts_with("/api/links")   ? "no graph of links"
                    : target.starts_with("/api/share") ? "no list of shares"
                                                       : "no capture"),
                std::string::npos)
          << target;
    } else {
      EXPECT_EQ(answer.status, 200) << target;
    }
    ++examples;
  }
  EXPECT_GE(examples, 6U);
}

}  // namespace
}  // namespace wax::serve
