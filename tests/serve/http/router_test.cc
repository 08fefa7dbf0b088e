#include "serve/http/router.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::serve {
namespace {

Router small_router() {
  Router router;
  auto says = [](std::string text) {
    return [text](const answers::Request&) {
      return answers::sentence(200, text);
    };
  };
  router.add("GET", "/a", says("a"));
  router.add("POST", "/a", says("post a"));
  router.add("GET", "/a/", says("below a"));
  router.add("GET", "/a/b/", says("below b"));
  router.add("GET", "/", says("root"));
  return router;
}

answers::Response answer_of(const std::string& method,
                            const std::string& path) {
  answers::Request request;
  request.method = method;
  request.path = path;
  return small_router().answer(request);
}

TEST(Router, TheLongestPathThatFitsAnswers) {
  EXPECT_EQ(answer_of("GET", "/").body, "root\n");
  EXPECT_EQ(answer_of("GET", "/a").body, "a\n");
  EXPECT_EQ(answer_of("GET", "/a/x").body, "below a\n");
  EXPECT_EQ(answer_of("GET", "/a/b/c").body, "below b\n");
  EXPECT_EQ(answer_of("GET", "/a/b/c").route, "/a/b/");
  EXPECT_EQ(answer_of("GET", "/b").status, 404);
}

TEST(Router, APathHasSeveralMethods) {
  EXPECT_EQ(answer_of("POST", "/a").body, "post a\n");
  answers::Response refused = answer_of("PUT", "/a");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(header_value(refused.headers, "Allow"), "GET, HEAD, POST, OPTIONS");
}

TEST(Router, AWrongPathForProgramsNamesTheirDescription) {
  Router router = small_router();
  answers::Request request;
  request.method = "GET";
  request.path = "/api/none";
  EXPECT_EQ(router.answer(request).body,
            "This server has nothing at this path.\n");
  router.add("GET", "/api/openapi.json", [](const answers::Request&) {
    return answers::sentence(200, "{}");
  });
  EXPECT_EQ(router.answer(request).status, 404);
  EXPECT_EQ(router.answer(request).body,
            "This server has nothing at this path; /api/openapi.json says what "
            "it has for programs.\n");
  request.path = "/none";
  EXPECT_EQ(router.answer(request).body,
            "This server has nothing at this path.\n");
}

TEST(Router, OptionsAreAnswered) {
  answers::Response response = answer_of("OPTIONS", "/a/x");
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(header_value(response.headers, "Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(answer_of("OPTIONS", "*").status, 204);
}

}  // namespace
}  // namespace wax::serve
