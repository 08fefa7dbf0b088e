#include "serve/api/incomplete_fields.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/joined_site.h"

namespace wax::serve {
namespace {

TEST(IncompleteTrailer, JoinsReasons) {
  EXPECT_TRUE(incomplete_trailer({}).empty());
  EXPECT_EQ(incomplete_trailer({"a", "b"})[0].value, "a; b");
}

TEST(IncompleteFields, MementosNameShardsThatAreGone) {
  JoinedSite site;
  const std::string url = JoinedSite::url(1);
  const std::vector<std::string> targets = {
      "/timemap/link/" + url,       "/timemap/json/" + url,
      "/timegate/" + url,           "/raw/2005id_/" + url,
      "/view/2005/" + url,          "/timemap/link/http://none.org/",
      "/timegate/http://none.org/", "/raw/2005id_/http://none.org/",
      "/view/2005/http://none.org/"};
  for (const std::string& target : targets) {
    EXPECT_EQ(site.front(target).header("wax-incomplete"), "") << target;
  }
  site.stop_shard(2);
  for (const std::string& target : targets) {
    EXPECT_EQ(site.front(target).header("wax-incomplete"),
              "the shard " + site.shard_name(2) + " did not answer")
        << target;
  }
}

}  // namespace
}  // namespace wax::serve
