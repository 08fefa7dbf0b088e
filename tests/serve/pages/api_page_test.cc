#include <gtest/gtest.h>

#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(ApiPage, HasAnExampleOfEachPathThatTheServerAnswers) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/api").body;
  size_t examples = 0;
  for (size_t at = page.find("curl -s '"); at != std::string::npos;
       at = page.find("curl -s '", at + 1)) {
    size_t begin = page.find('/', at + 16);
    std::string target = page.substr(begin, page.find('\'', begin) - begin);
    for (size_t amp; (amp = target.find("&amp;")) != std::string::npos;) {
      target.replace(amp, 5, "&");
    }
    EXPECT_EQ(server.get(target).status, 200) << target;
    ++examples;
  }
  EXPECT_GE(examples, 6U);
}

}  // namespace
}  // namespace wax::serve
