#include "answers/shown/site_picture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/serve/linked_sites.h"

namespace wax::answers {
namespace {

SitePictures::Answer wait_for(SitePictures& pictures,
                              const serve::LinkedSites& site) {
  SitePictures::Answer answer = pictures.of(site.scope());
  for (int i = 0; answer.being_made && i < 100; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    answer = pictures.of(site.scope());
  }
  return answer;
}

// "a.com b.org;a.com>b.org 1;"
std::string picture_of(SitePictures& pictures, const serve::LinkedSites& site) {
  const SitePictures::Answer answer = wait_for(pictures, site);
  if (answer.made == nullptr) return "none: " + answer.failure;
  std::string text;
  for (const auto& node : answer.made->nodes) text += node.label + ' ';
  for (const auto& edge : answer.made->edges) {
    text += answer.made->nodes[edge.from].label + '>' +
            answer.made->nodes[edge.to].label + ' ' +
            std::to_string(edge.weight) + ';';
  }
  return text;
}

TEST(SitePicture, HasArchivedSitesAndTheirLinks) {
  SitePictures pictures;
  const serve::LinkedSites site;
  EXPECT_TRUE(has_graph(site.scope()));
  EXPECT_EQ(picture_of(pictures, site),
            "a.com c.net b.org a.com>c.net 1;a.com>b.org 1;b.org>c.net 1;");
}

TEST(SitePicture, DoesNotTellWhatRulesHide) {
  SitePictures pictures;
  serve::LinkedSites site;
  site.set_rules("hide url http://b.org/\n");
  EXPECT_EQ(picture_of(pictures, site), "a.com c.net a.com>c.net 1;");
  site.set_rules("exclude-from-search url http://a.com/\n");
  EXPECT_EQ(picture_of(pictures, site), "c.net b.org b.org>c.net 1;");
  site.set_rules("block all\n");
  EXPECT_EQ(picture_of(pictures, site), "");
}

TEST(SitePicture, HasALinkIfACaptureThatHadItMayBeSeen) {
  SitePictures pictures;
  serve::LinkedSites site;
  site.set_rules("block all captured 2008\n");
  EXPECT_EQ(picture_of(pictures, site),
            "b.org a.com c.net a.com>b.org 1;b.org>c.net 1;");
}

TEST(SitePicture, IsNotThereWithoutAGraphAndAFailureOfADamagedOne) {
  EXPECT_FALSE(has_graph(serve::LinkedSites(false).scope()));
  SitePictures pictures;
  serve::LinkedSites site;
  site.damage_graph();
  EXPECT_NE(picture_of(pictures, site).find("state"), std::string::npos);
}

}  // namespace
}  // namespace wax::answers
