#include "graph/update/counted_links.h"

#include <gtest/gtest.h>

#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

UpdateOptions with_policy(std::string policy) {
  UpdateOptions options;
  options.policy = std::move(policy);
  return options;
}

// A page is captured again with another link.
TEST(CountedLinks, FollowThePolicy) {
  GraphOf graph("a\tc\t\t2001\n");
  (void)graph.add("b\tc\t\t2002\na\td\t\t2002\n");
  EXPECT_EQ(graph.in("c"), "b");
  EXPECT_EQ(graph.in("d"), "a");
  (void)graph.add("", with_policy("accumulate"));
  EXPECT_EQ(graph.in("c"), "a b");
  (void)graph.add("", with_policy("asof=2001"));
  EXPECT_EQ(graph.in("c"), "a");
  EXPECT_EQ(graph.in("d"), "");
  (void)graph.add("", with_policy("latest"));
  EXPECT_EQ(graph.in("c"), "b");
}

TEST(CountedLinks, ChainsOfNamesEndAtThePage) {
  GraphOf graph("a\tn1\nb\tn2\nz\ta\np\ta\n", {}, "n1\tn2\nn2\tn3\nn3\tp\n");
  EXPECT_EQ(graph.in("p"), "a b");
  EXPECT_EQ(graph.in("a"), "p z");
}

TEST(CountedLinks, OfACycleOfNamesTheLeastKeyIsThePage) {
  GraphOf graph("a\tn1\nb\tn2\nc\tn3\nd\tn4\n", {},
                "n4\tn3\nn3\tn2\nn2\tn1\nn1\tn2\n");
  EXPECT_EQ(graph.in("n1"), "a b c d");
  EXPECT_EQ(graph.in("n2"), "");
}

TEST(CountedLinks, ALinkToANameOfItsSourceIsNone) {
  GraphOf graph("a\tn\nb\ta\n", {}, "n\ta\n");
  EXPECT_EQ(graph.in("a"), "b");
}

}  // namespace
}  // namespace wax::graph
