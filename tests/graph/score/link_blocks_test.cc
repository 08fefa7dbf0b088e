#include "graph/score/link_blocks.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "graph/store/topology.h"
#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

TEST(LinkBlocks, HaveEachLinkOnceByItsOtherEnd) {
  GraphOf graph(kSixPages);
  tests::TempDir temp;
  NodeFile in(graph.path() + "/in");
  {
    LinkBlocks blocks(in, 4, temp.path());
    ASSERT_EQ(blocks.size(), 2U);
    // To page 3 lead 1, 2 and 4; to page 1 lead 3 and 5.
    EXPECT_EQ(links_of(blocks.at(0), 2), (std::vector<NodeId>{0, 1, 3}));
    EXPECT_TRUE(links_of(blocks.at(1), 2).empty());
    EXPECT_EQ(links_of(blocks.at(0), 0), (std::vector<NodeId>{2}));
    EXPECT_EQ(links_of(blocks.at(1), 0), (std::vector<NodeId>{4}));
  }
  EXPECT_TRUE(std::filesystem::is_empty(temp.path()));
}

TEST(LinkBlocks, OneIsTheFileItself) {
  GraphOf graph(kSixPages);
  NodeFile in(graph.path() + "/in");
  LinkBlocks blocks(in, 6, "/no-such-folder");
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(&blocks.at(0), &in);
}

}  // namespace
}  // namespace wax::graph
