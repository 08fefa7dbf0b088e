#include "posts/shares/site_section.h"

#include <gtest/gtest.h>

namespace wax::posts {
namespace {

TEST(SiteSection, IsAPartOfThePath) {
  const std::string bbc = "http://news.bbc.co.uk";
  EXPECT_EQ(section_of(bbc + "/1/hi/health/8634140.stm"), "Health");
  EXPECT_EQ(section_of(bbc + "/go/rss/-/news/world/middle_east/x"),
            "middle_east");
  EXPECT_EQ(section_of(bbc + "/news/science_and_environment"), "News");
  EXPECT_EQ(section_of(bbc + "/science_and_environment/1"),
            "Science And Environment");
  EXPECT_EQ(section_of(bbc + "/"), "Misc");
  EXPECT_EQ(section_of(bbc), "Misc");
  EXPECT_EQ(section_of(bbc + "/index.html"), "Misc");
  EXPECT_EQ(section_of(bbc + "/1/hi/"), "Misc");
  EXPECT_EQ(section_of(bbc + "/news/world/1234.stm"), "News");
  EXPECT_EQ(section_of(""), "Misc");
}

TEST(SiteSection, OfASiteHasItsHost) {
  EXPECT_EQ(site_section_of("http://WWW.bbc.co.uk:80/news/x?y#z"),
            "bbc.co.uk/News");
  EXPECT_EQ(site_section_of("http://blog.example/"), "blog.example/Misc");
}

}  // namespace
}  // namespace wax::posts
