#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(Feed, FeedsGiveTheirItems) {
  DocumentText rss = read_named("news.rss");
  EXPECT_EQ(rss.title, "Valley News");
  EXPECT_EQ(rss.author, "Ann");
  EXPECT_EQ(rss.language, "en-gb");
  EXPECT_EQ(rss.published, "2008-05-12T07:16:14Z");
  EXPECT_EQ(rss.content,
            "All the news\nFish & chips\nThe caf\xC3\xA9 sells fish.\n"
            "Second one");
  EXPECT_THAT(
      rss.links,
      ElementsAre(Link{"http://example.org/fish", "Fish & chips", "item"},
                  Link{"http://example.org/a.mp3", "Fish & chips", "enclosure"},
                  Link{"http://example.org/menu", "fish"},
                  Link{"http://example.org/2", "Second one", "item"}));
  DocumentText atom = read_named("news.atom");
  EXPECT_EQ(atom.title, "Nytt");
  EXPECT_EQ(atom.language, "sv");
  EXPECT_EQ(atom.content, "every day\nOne\na < b\nTwo\npara graphs");
  EXPECT_THAT(atom.links,
              ElementsAre(Link{"http://example.org/one", "One", "item"},
                          Link{"http://example.org/two", "Two", "item"}));
}

TEST(Feed, AFeedThatIsNotWellFormedKeepsWhatStandsBefore) {
  DocumentText feed = read_bytes(
      "<rss><channel><item><title>One</title></item><item><title>Tw & <x");
  EXPECT_EQ(feed.content, "One");
  EXPECT_EQ(feed.no_text, NoText::kDamaged);
  EXPECT_EQ(read_bytes("<rss a=b>All of it</rss>").content, "All of it");
}

}  // namespace
}  // namespace wax::document
