#include "graph/export/group_links.h"

#include <gtest/gtest.h>

#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

TEST(GroupLinks, AreAddedUpInOrder) {
  // Nodes by key: a1 a2 b1 b2; groups a and b.
  const GraphOf graph(
      "a1\tb1\t\t2001\na1\tb2\t\t2001\na2\tb2\t\t2003\nb1\ta1\n"
      "a1\ta2\t\t2001\n");
  const GraphReader reader(graph.path());
  CountingLinks links(reader.folder(), reader.state().policy, "");
  links.read_names();
  BigVector<uint32_t> groups(4, "");
  groups[2] = groups[3] = 1;
  GroupLinks sums(links, &groups, {}, {});
  EXPECT_TRUE(sums.has(0) && sums.has(1));
  GroupLink link;
  ASSERT_TRUE(sums.next(link));
  EXPECT_EQ(link.from, 0U);
  EXPECT_EQ(link.to, 1U);
  EXPECT_EQ(link.links, 3U);
  EXPECT_EQ(link.first, 20010000000000U);
  EXPECT_EQ(link.last, 20030000000000U);
  ASSERT_TRUE(sums.next(link));
  EXPECT_EQ(link.from, 1U);
  EXPECT_EQ(link.links, 1U);
  EXPECT_EQ(link.last, 0U);
  EXPECT_FALSE(sums.next(link));
}

TEST(GroupLinks, LeavesOutWhatIsNotAskedFor) {
  const GraphOf graph("a\tb\t\t2001\na\tc\t\t2002\n");
  const GraphReader reader(graph.path());
  CountingLinks links(reader.folder(), reader.state().policy, "");
  links.read_names();
  GroupLinks sums(links, nullptr,
                  [](NodeId from, NodeId to, const Link& link) {
                    return from == 0 && to == 2 && link.from == 0;
                  },
                  {});
  EXPECT_FALSE(sums.has(1));
  GroupLink link;
  ASSERT_TRUE(sums.next(link));
  EXPECT_EQ(link.to, 2U);
  EXPECT_FALSE(sums.next(link));
}

TEST(GroupLinks, OfTwoNamesOfAPageAreOne) {
  const GraphOf graph("a\tn1\na\tn2\np\tp\n", {}, "n1\tp\nn2\tp\n");
  const GraphReader reader(graph.path());
  CountingLinks links(reader.folder(), reader.state().policy, "");
  links.read_names();
  GroupLinks sums(links, nullptr, {}, {});
  GroupLink link;
  ASSERT_TRUE(sums.next(link));
  EXPECT_EQ(link.links, 1U);
  EXPECT_FALSE(sums.next(link));
}

}  // namespace
}  // namespace wax::graph
