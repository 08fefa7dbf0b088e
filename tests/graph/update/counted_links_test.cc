#include "graph/update/counted_links.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "graph/store/topology.h"
#include "tests/graph/graph_of.h"
#include "tests/support/seed.h"

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

// Links of names come among the others, each once, in both files.
TEST(CountedLinks, OfPagesWithManyNamesEqualThoseOfANaiveModel) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 engine(seed);
  auto random = [&] { return static_cast<unsigned>(engine()); };
  auto key = [](unsigned n) { return std::to_string(100 + n); };
  for (unsigned names : {0U, 1U, 20U}) {
    std::string edges;
    std::string redirects;
    std::map<std::string, std::string> page_of;
    for (unsigned n = 0; n < 60; ++n) page_of[key(n)] = key(n);
    for (unsigned n = 0; n < names; ++n) {
      page_of[key(n * 3)] = key(n * 3 + 1 + random() % 2);
      redirects += key(n * 3) + '\t' + page_of[key(n * 3)] + '\n';
    }
    std::map<std::string, std::set<std::string>> wanted;
    for (unsigned n = 0; n < 400; ++n) {
      const std::string from = key(random() % 60);
      const std::string to = key(random() % 60);
      edges += from + '\t' + to + '\n';
      if (page_of[from] != page_of[to])
        wanted[page_of[to]].insert(page_of[from]);
    }
    GraphOf graph(edges, {}, redirects);
    const GraphReader reader(graph.path());
    std::set<std::pair<NodeId, NodeId>> in;
    std::set<std::pair<NodeId, NodeId>> out;
    for (NodeId id = 0; id < reader.nodes(); ++id) {
      std::set<std::string> sources;
      for (NodeId from : links_of(reader.in(), id)) {
        EXPECT_TRUE(in.emplace(from, id).second);
        sources.insert(reader.key_of(from));
      }
      EXPECT_EQ(sources, wanted[reader.key_of(id)]) << reader.key_of(id);
      for (NodeId to : links_of(reader.out(), id)) out.emplace(id, to);
    }
    EXPECT_EQ(in, out);
  }
}

}  // namespace
}  // namespace wax::graph
