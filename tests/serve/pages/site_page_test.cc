#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class SitePage : public testing::Test {
 protected:
  static void add_house(SmallSite& small) {
    answers::Site& site = small.holdings().site;
    site.texts["title"] = {{"", "The archive"}, {"de", "Das Archiv"}};
    site.texts["contact"] = {{"", "a@example.org"}};
    site.texts["imprint"] = {{"", "https://example.org/imprint"}};
    site.texts["color"] = {{"", "#123456"}};
    site.logo = "<svg/>";
    site.logo_type = "image/svg+xml";
  }
};

TEST_F(SitePage, PagesHaveTheNameOfTheHouseInTheLanguageOfTheReader) {
  SmallSite small;
  add_house(small);
  TestServer server(small.router());
  const auto german =
      server.get("/search?query=grey", "Accept-Language: de-CH, en;q=0.5\r\n");
  EXPECT_EQ(german.header("content-language"), "de");
  const PageTree page(german.body);
  EXPECT_THAT(page.text("h2#total"), testing::StartsWith("3 Seiten "));
  EXPECT_THAT(german.body, HasSubstr("<html lang=\"de\">"));
  EXPECT_THAT(german.body, HasSubstr(">Das Archiv</span>"));
  EXPECT_THAT(page.values("a", "href"),
              Contains("https://example.org/imprint"));
  EXPECT_THAT(page.values("img", "src"), Contains("/logo"));
  const auto arabic =
      server.get("/search?query=grey", "Cookie: a=b; wax-language=ar\r\n");
  EXPECT_THAT(arabic.body, HasSubstr("<html lang=\"ar\" dir=\"rtl\">"));
  EXPECT_THAT(arabic.body, HasSubstr(">The archive</span>"));
}

TEST_F(SitePage, TheOnlyCollectionHasTheNameOfTheHouse) {
  SmallSite small;
  add_house(small);
  TestServer server(small.router());
  const PageTree front(server.get("/", "Accept-Language: de\r\n").body);
  EXPECT_EQ(front.text("h1"), "Das Archiv");
  EXPECT_EQ(front.text("title"), "Das Archiv – Suche");
  small.holdings().collections.add(std::make_unique<answers::Collection>(
      "other", answers::CollectionFiles{}, [](std::string_view) {}));
  const PageTree of_two(server.get("/").body);
  EXPECT_EQ(of_two.text("h1"), "small");
}

TEST_F(SitePage, SaysHowTheLibraryIsReached) {
  SmallSite small;
  add_house(small);
  TestServer server(small.router());
  const PageTree page(server.get("/about").body);
  EXPECT_THAT(page.texts("h2"), ElementsAre("Contact", "Imprint"));
  EXPECT_THAT(page.values("a", "href"), Contains("mailto:a@example.org"));
  EXPECT_EQ(server.get("/logo").body, "<svg/>");
  EXPECT_THAT(server.get("/site.css").body, HasSubstr("--accent:#123456"));
  SmallSite none;
  TestServer other(none.router());
  EXPECT_EQ(other.get("/about").status, 404);
  EXPECT_EQ(other.get("/logo").status, 404);
}

TEST_F(SitePage, ALanguageIsChosenByHandAndLeadsBackToThisServerAlone) {
  SmallSite small;
  TestServer server(small.router());
  const auto chosen =
      server.get("/language?to=fr&back=%2Fsearch%3Fquery%3Dgrey");
  EXPECT_EQ(chosen.status, 303);
  EXPECT_EQ(chosen.header("location"), "/search?query=grey");
  EXPECT_THAT(chosen.header("set-cookie"),
              testing::StartsWith("wax-language=fr; Path=/;"));
  for (const char* back : {"%2F%2Fexample.org", "http%3A%2F%2Fexample.org",
                           "%2F%5Cexample.org", ""}) {
    EXPECT_EQ(server.get("/language?to=fr&back=" + std::string(back))
                  .header("location"),
              "/")
        << back;
  }
  EXPECT_EQ(server.get("/language?to=nl").status, 404);
  EXPECT_THAT(
      PageTree(server.get("/search?query=grey").body).values("a", "href"),
      Contains("/language?to=de&back=%2Fsearch%3Fquery%3Dgrey"));
}

}  // namespace
}  // namespace wax::serve
