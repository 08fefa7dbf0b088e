#include "graph/update/graph_merge.h"

#include <gtest/gtest.h>

#include "graph/store/links.h"
#include "graph/store/pages.h"
#include "io/error.h"
#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

class GraphMerge : public ::testing::Test {
 protected:
  MergeResult merge(const std::vector<RunFiles>& runs, const RunFiles& to) {
    lines::KeptLines none("");
    return merge_runs(runs, nullptr, none, {}, to);
  }
  static RunFiles run_of(const GraphOf& graph) {
    return GraphFolder{graph.path()}.run(0);
  }
  RunFiles new_run(const std::string& name) {
    return {folder_ / (name + ".pages"), folder_ / (name + ".links")};
  }

  tests::TempDir folder_;
};

TEST_F(GraphMerge, RunsInAnyOrderGiveTheSameBytes) {
  GraphOf one("b\ta\tx\t2001\nb\tc\t\t2001\n");
  GraphOf two("a\tb\t\t2002\nb\tc\ty\t2003\n");
  GraphOf three("0\tc\t\t2001\n");
  const RunFiles first = new_run("first");
  const RunFiles second = new_run("second");
  const MergeResult result =
      merge({run_of(one), run_of(two), run_of(three)}, first);
  EXPECT_EQ(result.nodes, 4u);
  EXPECT_EQ(result.links, 4u);
  merge({run_of(three), run_of(one), run_of(two)}, second);
  EXPECT_EQ(tests::read_file(first.pages), tests::read_file(second.pages));
  EXPECT_EQ(tests::read_file(first.links), tests::read_file(second.links));

  const NodeFile links(first.links);
  LinkScan scan = links_to(links, 3);  // c
  Link link;
  ASSERT_TRUE(scan.next(link));
  EXPECT_EQ(link.from, 0u);
  ASSERT_TRUE(scan.next(link));
  EXPECT_EQ(link.from, 2u);
  EXPECT_EQ(link.captures, 2u);
  EXPECT_EQ(link.anchor, "y");
  EXPECT_FALSE(scan.next(link));
}

TEST_F(GraphMerge, ACaptureThatTwoRunsHaveCountsOnce) {
  GraphOf one("a\tb\tx\t2001\na\tb\tx\t2002\n");
  GraphOf two("a\tb\tx\t2002\n");
  for (bool turned : {false, true}) {
    const RunFiles to = new_run(turned ? "2" : "1");
    merge(turned ? std::vector{run_of(two), run_of(one)}
                 : std::vector{run_of(one), run_of(two)},
          to);
    const NodeFile links(to.links);
    LinkScan scan = links_to(links, 1);
    Link link;
    ASSERT_TRUE(scan.next(link));
    EXPECT_EQ(link.captures, 2u);
    EXPECT_EQ(page_at(NodeFile(to.pages), 0).captures.size(), 2u);
  }
}

TEST_F(GraphMerge, FilesOfTwoGraphsAreNoRun) {
  GraphOf one("a\tb\n");
  GraphOf two("a\tb\na\tc\n");
  EXPECT_THROW(merge({{run_of(one).pages, run_of(two).links}}, new_run("none")),
               FormatError);
}

}  // namespace
}  // namespace wax::graph
