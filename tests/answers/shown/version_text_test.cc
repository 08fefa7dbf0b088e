#include "answers/shown/version_text.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "answers/shown/url_history.h"
#include "tests/serve/joined_site.h"
#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

TEST(VersionText, IsThatOfTheDigest) {
  serve::SmallSite small;
  const auto version = version_text(small.scope(), "http://example.org/0",
                                    "sha1:" + std::string(32, 'A'));
  ASSERT_TRUE(version);
  EXPECT_NE(version->text.find("heron"), std::string::npos);
  EXPECT_EQ(version->page.first_date(), "20060101000000");
  EXPECT_FALSE(version_text(small.scope(), "http://example.org/0", "X"));
  EXPECT_FALSE(
      version_text(small.scope(), "http://not.example/", std::string(32, 'A')));
}

TEST(VersionText, OfShardsIsThatOfOneServer) {
  serve::JoinedSite site;
  size_t compared = 0;
  for (size_t at = 0; at < 12; ++at) {
    const std::string url = serve::JoinedSite::url(at);
    const UrlHistory history = url_history(site.front_scope(), url);
    for (const UrlVersion& version : history.versions) {
      const std::string& digest = version.first.digest;
      const auto joined = version_text(site.front_scope(), url, digest);
      const auto whole = version_text(site.whole_scope(), url, digest);
      ASSERT_EQ(joined.has_value(), whole.has_value()) << url << digest;
      ASSERT_TRUE(joined);
      EXPECT_EQ(joined->text, whole->text);
      EXPECT_EQ(joined->page.title, whole->page.title);
      EXPECT_EQ(joined->page.dates, whole->page.dates);
      const std::string target = "/url/changes?url=" + url +
                                 "&from=" + history.versions[0].first.digest +
                                 "&to=" + digest;
      const tests::HttpAnswer page = site.front(target);
      EXPECT_EQ(page.status, 200) << target;
      const std::regex time(R"(\d+\.\d{3} s)");
      EXPECT_EQ(std::regex_replace(page.body, time, ""),
                std::regex_replace(site.whole(target).body, time, ""));
      ++compared;
    }
  }
  EXPECT_GT(compared, 12U);
  EXPECT_FALSE(
      version_text(site.front_scope(), serve::JoinedSite::url(0), "X"));
}

}  // namespace
}  // namespace wax::answers
