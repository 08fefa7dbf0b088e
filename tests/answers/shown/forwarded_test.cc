#include "answers/shown/forwarded.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/joined_site.h"

namespace wax::answers {
namespace {

// No shard of the site has archives: so its answer is a sentence.
TEST(Forwarded, TheAnswerIsThatOfTheShardThatHasTheCapture) {
  serve::JoinedSite site;
  for (size_t n = 0; n < serve::JoinedSite::kUrls; n += 7) {
    const std::string url = serve::JoinedSite::url(n);
    const tests::HttpAnswer moment = site.front("/raw/2005id_/" + url);
    if (moment.status == 404) continue;  // nothing has it
    ASSERT_EQ(moment.status, 302) << moment.body;
    const std::string location = moment.header("location");
    const std::string target = location.substr(location.find("/raw/"));
    EXPECT_EQ(site.front(target).status, site.whole(target).status) << target;
    EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
  }
}

TEST(Forwarded, AShardThatIsGoneIsNotForwardedTo) {
  serve::JoinedSite site;
  for (size_t n = 0; n < serve::JoinedSite::kShards; ++n) site.stop_shard(n);
  const tests::HttpAnswer answer =
      site.front("/raw/2005id_/" + serve::JoinedSite::url(1));
  EXPECT_EQ(answer.status, 502) << answer.body;
}

}  // namespace
}  // namespace wax::answers
