// /wayback/available, as waybackpy's availability class asks it.
#include <gtest/gtest.h>

#include <string>

#include "serve/api/memento.h"
#include "tests/serve/served_site.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using Json = nlohmann::json;

const char* const kThreeYears =
    "org,a)/ 20060101000000 http://a.org/ text/html 200 D - - 10 20 f\n"
    "org,a)/ 20070101000000 http://a.org/ text/html 404 E - - 10 30 f\n"
    "org,a)/ 20080101000000 http://a.org/ unk 304 F - - 10 40 f\n";

Json closest(const ServedSite& site, const std::string& query) {
  auto answer = site.get("/wayback/available?" + query);
  EXPECT_EQ(answer.status, 200) << query;
  return text::parse_json(answer.body).at("archived_snapshots");
}

TEST(Available, TellsTheCaptureNextToADate) {
  ServedSite site(kThreeYears);
  Json found = closest(site, "url=a.org&timestamp=20060201").at("closest");
  EXPECT_EQ(found.at("timestamp"), "20060101000000");
  EXPECT_EQ(found.at("status"), "200");
  EXPECT_EQ(
      closest(site, "url=a.org&timestamp=20060201000000123").at("closest"),
      found);
  EXPECT_EQ(found.at("available"), true);
  EXPECT_EQ(found.at("url"),
            "http://localhost/raw/20060101000000id_/http://a.org/");
  // The last one, but for what only says that nothing has changed.
  found = closest(site, "url=a.org").at("closest");
  EXPECT_EQ(found.at("timestamp"), "20070101000000");
  EXPECT_EQ(site.get("/c/wayback/available?url=a.org").status, 200);
}

TEST(Available, IsEmptyWhenThereIsNone) {
  ServedSite site(kThreeYears);
  EXPECT_EQ(closest(site, "url=b.org"), Json::object());
  EXPECT_EQ(site.get("/wayback/available").status, 400);
  EXPECT_EQ(site.get("/wayback/available?url=a.org&timestamp=x").status, 400);
}

}  // namespace
}  // namespace wax::serve
