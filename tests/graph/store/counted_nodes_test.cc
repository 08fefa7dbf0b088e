#include "graph/store/counted_nodes.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

TEST(CountedNodes, AreArchivedPagesUnderTheirOwnNames) {
  GraphOf graph("a\tb\nb\tc\n", {}, "c\td\nx\tb\n");
  // a b c are in the list; d is no page; x is a name.
  EXPECT_EQ(counted_nodes({graph.path()}),
            (std::vector<bool>{true, true, true, false, false}));
  auto names = other_names({graph.path()});
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(names[0].name, 4U);
  EXPECT_EQ(names[0].page, 1U);
}

TEST(CountedNodes, OfADateAreThoseThatWereArchivedThen) {
  UpdateOptions options;
  options.policy = "asof=2005";
  GraphOf graph("a\tb\t\t2004\nc\tb\t\t2006\n", options);
  EXPECT_EQ(counted_nodes({graph.path()}),
            (std::vector<bool>{true, true, false}));
}

TEST(CountedNodes, OneOfEachHostIsItsHomePage) {
  GraphOf graph(
      "com,a)/long\tcom,a)/b\ncom,a)/b\tcom,a)/c\ncom,a)/c\tcom,b)/x/y\n"
      "com,b)/x/y\tcom,c)/\n");
  const GraphFolder folder{graph.path()};
  // com,a)/b com,a)/c com,a)/long com,b)/x/y com,c)/
  EXPECT_EQ(home_pages(folder, counted_nodes(folder)),
            (std::vector<NodeId>{0, 3, 4}));
  EXPECT_EQ(home_pages(folder, {false, true, true, false, false}),
            (std::vector<NodeId>{1}));
  EXPECT_EQ(home_pages(folder, std::vector<bool>(5)), std::vector<NodeId>());
}

TEST(CountedNodes, NamesThatAreCutAreDamage) {
  tests::TempDir folder;
  folder.write("names", "12345");
  EXPECT_THROW((void)other_names({folder.path()}), FormatError);
}

}  // namespace
}  // namespace wax::graph
