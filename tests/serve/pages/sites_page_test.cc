#include <gtest/gtest.h>

#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/linked_sites.h"
#include "tests/serve/test_server.h"

namespace wax::serve {
namespace {

bool shows(const std::string& body, const std::string& part) {
  return body.find(part) != std::string::npos;
}

TEST(SitesPage, ShowsThePictureAndItsNumbers) {
  const LinkedSites site;
  TestServer server(site.router());
  const tests::HttpAnswer answer = server.get("/sites");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(shows(answer.body, "src=\"/sites.svg\"")) << answer.body;
  EXPECT_TRUE(
      shows(answer.body, "href=\"/search?site=b.org\" dir=\"ltr\">b.org</a>"))
      << answer.body;
  EXPECT_TRUE(shows(answer.body, ": pages 1, links to it 1, links from it 1"));
  EXPECT_FALSE(shows(answer.body, "d.edu"));
  const tests::HttpAnswer picture = server.get("/sites.svg");
  EXPECT_EQ(picture.status, 200);
  EXPECT_TRUE(shows(picture.body, "<svg"));
  EXPECT_TRUE(shows(picture.body, "b.org"));
  EXPECT_FALSE(shows(picture.body, "d.edu"));
}

TEST(SitesPage, IsInTheMenuOfCollectionsWithAGraph) {
  const LinkedSites site;
  TestServer server(site.router());
  EXPECT_TRUE(shows(server.get("/").body, "href=\"/sites\""));
  const LinkedSites none(/*has_graph=*/false);
  TestServer other(none.router());
  EXPECT_FALSE(shows(other.get("/").body, "href=\"/sites\""));
  EXPECT_EQ(other.get("/sites").status, 404);
  EXPECT_TRUE(shows(other.get("/sites").body, "wax build --links"));
  EXPECT_EQ(other.get("/sites.svg").status, 404);
}

TEST(SitesPage, SaysThatADamagedGraphCannotBeRead) {
  LinkedSites site;
  site.damage_graph();
  TestServer server(site.router());
  EXPECT_TRUE(shows(server.get("/sites").body, "cannot be read"));
  EXPECT_EQ(server.get("/sites.svg").status, 503);
}

}  // namespace
}  // namespace wax::serve
