#include "rank/page_groups.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

lines::SortOptions little() {
  lines::SortOptions sort;
  sort.memory = 1 << 20;
  return sort;
}

std::string map_of(PageGroups& groups, GroupCounts& counts) {
  auto lines = groups.map(counts);
  std::string all;
  for (std::string_view line; lines->next(line);) (all += line) += '\n';
  return all;
}

TEST(PageGroups, FollowNamesToTheirEnd) {
  PageGroups groups(little());
  groups.add("a", "20070101000000", "b");
  groups.add("b", "20070101000000", "c");
  groups.add("d", "20070101000000", "");
  groups.add("e", "20070101000000", "e");
  groups.add("f", "20060101000000", "a");
  groups.add("f", "20080101000000", "");  // it is a page again
  groups.add("g", "20060101000000", "a");
  groups.add("g", "20080101000000", "d");
  groups.add("h", "20060101000000", "");
  groups.add("h", "20060101000000", "d");
  GroupCounts counts;
  EXPECT_EQ(map_of(groups, counts), "a c\nb c\nc c\nd d\ne e\nf f\ng d\nh d\n");
  EXPECT_EQ(counts.keys, 8U);
  EXPECT_EQ(counts.grouped, 4U);
  EXPECT_EQ(counts.loops, 0U);
}

TEST(PageGroups, OfLoopsAndLongChainsAreAlone) {
  PageGroups groups(little());
  groups.add("a", "20070101000000", "b");
  groups.add("b", "20070101000000", "a");
  groups.add("c", "20070101000000", "a");
  std::string key = "k";
  for (unsigned i = 0; i < PageGroups::kMostSteps + 2; ++i) {
    groups.add(key, "20070101000000", key + 'k');
    key += 'k';
  }
  GroupCounts counts;
  const std::string map = map_of(groups, counts);
  EXPECT_TRUE(map.starts_with("a a\nb b\nc c\nk k\nkk " + key + "\n")) << map;
  EXPECT_EQ(counts.loops, 4U);
}

TEST(PageGroups, OfCapturesAreTheirPermanentRedirects) {
  tests::TempDir folder;
  tests::Problems problems;
  PageGroups groups(little());
  groups.add_captures(
      folder.write(
          "a.cdx",
          " CDX N b a m s k r M S V g\n"
          "org,e)/ 20070101000000 http://e.org/ text/html 200 D - - 1 0 f\n"
          "org,e)/301 20070101000000 http://e.org/301 - 301 D /new - 1 0 f\n"
          "org,e)/302 20070101000000 http://e.org/302 - 302 D /new - 1 0 f\n"
          "org,e)/308 20070101000000 http://e.org/308 - 308 D "
          "http://www.x.org/#a - 1 0 f\n"
          "org,e)/back 20070101000000 http://e.org/back - 301 D /new - 1 0 f\n"
          "org,e)/back 20080101000000 http://e.org/back - 200 D - - 1 0 f\n"
          "org,e)/self 20070101000000 http://e.org/self - 301 D "
          "https://www.e.org/self/ - 1 0 f\n"
          "bad\n"),
      problems);
  GroupCounts counts;
  EXPECT_EQ(map_of(groups, counts),
            "org,e)/ org,e)/\norg,e)/301 org,e)/new\norg,e)/302 org,e)/302\n"
            "org,e)/308 org,x)/\norg,e)/back org,e)/back\n"
            "org,e)/new org,e)/new\norg,e)/self org,e)/self\n"
            "org,x)/ org,x)/\n");
  EXPECT_EQ(problems.all.size(), 1U);
}

TEST(PageGroups, MayBeNone) {
  PageGroups groups(little());
  GroupCounts counts;
  EXPECT_EQ(map_of(groups, counts), "");
}

}  // namespace
}  // namespace wax::rank
