#include "graph/store/graph_reader.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

TEST(GraphReader, FindsPagesByKeyAndByUrl) {
  GraphOf graph("com,a)/\tcom,a)/x\n");
  GraphReader reader(graph.path());
  EXPECT_EQ(reader.find("com,a)/x")->id, 1U);
  EXPECT_EQ(reader.find("http://www.a.com/x")->id, 1U);
  EXPECT_FALSE(reader.find("http://b.com/"));
}

TEST(GraphReader, LinksToOtherNamesOfAPageAreItsLinks) {
  GraphOf graph("a\tc\nb\tx\nd\tc\n", {}, "x\tc\n");
  EXPECT_EQ(graph.in("c"), "a b d");
  EXPECT_EQ(graph.in("x"), "");
}

TEST(TopPages, EqualScoresAreInTheOrderOfKeys) {
  tests::TempDir folder;
  const double values[] = {1, 3, NAN, 3, 2};
  char bytes[sizeof(values)];
  std::memcpy(bytes, values, sizeof(values));
  ScoreFile file(folder.write("s", {bytes, sizeof(bytes)}), 5);
  std::vector<NodeId> ids;
  for (const ScoredPage& page : top_pages(file, 3)) ids.push_back(page.id);
  EXPECT_EQ(ids, (std::vector<NodeId>{1, 3, 4}));
  EXPECT_EQ(top_pages(file, 9).size(), 4U);
  EXPECT_TRUE(top_pages(file, 0).empty());
}

}  // namespace
}  // namespace wax::graph
