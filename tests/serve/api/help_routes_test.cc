// The manual as HTML.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "serve/api/api_routes.h"
#include "serve/http/router.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

TEST(HelpRoutes, GiveThePagesOfTheFolder) {
  tests::TempDir folder;
  folder.write("html/index.html", "the index");
  folder.write("html/wax.1.html", "a page");
  folder.write("html/man.css", "p {}");
  folder.write("html/notes.txt", "notes");
  folder.write("secret.html", "secret");
  answers::Holdings holdings;
  holdings.manual = folder / "html";
  Router router;
  add_help_routes(holdings, router);
  TestServer server(router);
  EXPECT_TRUE(server.get("/help").header("location").ends_with("/help/"));
  EXPECT_EQ(server.get("/help/").body, "the index");
  tests::HttpAnswer page = server.get("/help/wax.1.html");
  EXPECT_EQ(page.body, "a page");
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(server.get("/help/man.css").header("content-type"),
            "text/css; charset=utf-8");
  for (const char* target :
       {"/help/none.html", "/help/notes.txt", "/help/../secret.html",
        "/help/%2e%2e/secret.html", "/help/..%2fsecret.html", "/help/.html"}) {
    EXPECT_EQ(server.get(target).status, 404) << target;
  }
}

TEST(HelpRoutes, LeadToTheSearchOfEachCollection) {
  tests::TempDir folder;
  folder.write("html/index.html", "<html>\n<body>\n<h1>Manual</h1>");
  auto page_of = [&](const std::vector<std::string>& names) {
    answers::Holdings holdings;
    holdings.manual = folder / "html";
    for (const std::string& name : names) {
      holdings.collections.add(std::make_unique<answers::Collection>(
          name, answers::CollectionFiles{"", {folder.write("a.cdx", "")}},
          nullptr));
    }
    Router router;
    add_help_routes(holdings, router);
    return TestServer(router).get("/help/").body;
  };
  EXPECT_EQ(page_of({}), "<html>\n<body>\n<h1>Manual</h1>");
  EXPECT_EQ(page_of({"lake"}),
            "<html>\n<body>\n<nav aria-label=\"Collections\">\n"
            "<a href=\"/\">Search</a>\n</nav>\n<h1>Manual</h1>");
  EXPECT_EQ(page_of({"lake", "town"}),
            "<html>\n<body>\n<nav aria-label=\"Collections\">\n"
            "<a href=\"/?in=all\">All</a>\n<a href=\"/?in=lake\">lake</a>\n"
            "<a href=\"/?in=town\">town</a>\n</nav>\n<h1>Manual</h1>");
}

TEST(HelpRoutes, SayThatThereIsNoManual) {
  answers::Holdings holdings;
  Router router;
  add_help_routes(holdings, router);
  TestServer server(router);
  tests::HttpAnswer answer = server.get("/help/");
  EXPECT_EQ(answer.status, 404);
  EXPECT_NE(answer.body.find("not installed as HTML"), std::string::npos);
}

}  // namespace
}  // namespace wax::serve
