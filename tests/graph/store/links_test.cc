#include "graph/store/links.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

Link link_of(NodeId from, uint64_t date, std::string anchor = "") {
  return {from, date, date, 1, Link::kFollow, std::move(anchor)};
}

TEST(Links, AreReadByTarget) {
  tests::TempDir folder;
  LinksWriter writer(folder / "links");
  for (NodeId target = 0; target < 200; ++target) {
    writer.begin_target();
    for (NodeId from = 0; from < target % 5; ++from) {
      writer.add(link_of(from * 7, target + from, "text"));
    }
  }
  writer.finish();
  NodeFile file(folder / "links");
  for (NodeId target = 0; target < 200; ++target) {
    LinkScan scan = links_to(file, target);
    Link link;
    for (NodeId from = 0; from < target % 5; ++from) {
      ASSERT_TRUE(scan.next(link));
      EXPECT_EQ(link.from, from * 7);
      EXPECT_EQ(link.last, target + from);
      EXPECT_EQ(link.anchor, "text");
    }
    EXPECT_FALSE(scan.next(link));
  }
}

TEST(Links, ASourceThatIsNoNodeIsDamage) {
  tests::TempDir folder;
  LinksWriter writer(folder / "links");
  writer.begin_target();
  writer.add(link_of(5, 1));
  writer.finish();
  NodeFile file(folder / "links");
  LinkScan scan(file);
  NodeId target = 0;
  Link link;
  ASSERT_TRUE(scan.next_target(target));
  EXPECT_THROW((void)scan.next(link), FormatError);
}

TEST(Link, MergesAlikeInAnyOrder) {
  std::vector<Link> links = {link_of(1, 2, "b"), link_of(1, 3, "d"),
                             link_of(1, 3, "c"), link_of(1, 1, "a")};
  links[1].marks = Link::kNoFollow;
  links[2].marks = Link::kNoFollow;
  std::vector<size_t> order = {0, 1, 2, 3};
  do {
    Link all = links[order[0]];
    for (size_t i = 1; i < 4; ++i) all.merge(links[order[i]]);
    EXPECT_EQ(all.first, 1U);
    EXPECT_EQ(all.last, 3U);
    EXPECT_EQ(all.captures, 4U);
    EXPECT_EQ(all.anchor, "c");
    EXPECT_EQ(all.marks, Link::kNoFollow);
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace wax::graph
