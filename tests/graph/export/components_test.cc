#include "graph/export/components.h"

#include <gtest/gtest.h>

#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

struct Written {
  std::string parts;
  std::string pages;
  std::string sizes;
};

Written components_of(const GraphOf& graph) {
  const GraphReader reader(graph.path());
  Components components(reader.nodes(), "");
  find_components(reader, "", components);
  Written written;
  auto write = [&](std::string& text, auto writer) {
    auto output = io::open_memory(text);
    writer(*output);
    output->finish();
  };
  write(written.parts,
        [&](auto& output) { write_bow_tie(components, output); });
  write(written.pages, [&](auto& output) {
    write_components(reader, components, "", output);
  });
  write(written.sizes,
        [&](auto& output) { write_component_sizes(components, "", output); });
  return written;
}

// The core is c1, c2 and c3; i leads to it, o from it; t is a tube, i>x and
// y>o are tendrils, z hangs on one; d and e are elsewhere.
TEST(Components, OfABowTie) {
  const Written written = components_of(
      GraphOf("c1\tc2\nc2\tc3\nc3\tc1\ni\tc1\nc2\to\ni\tt\nt\to\ni\tx\n"
              "y\to\nz\tx\nd\te\ne\td\n"));
  EXPECT_EQ(written.parts,
            "part,pages\ncore,3\nin,1\nout,1\ntube,1\ntendril,3\n"
            "disconnected,2\n");
  EXPECT_EQ(written.pages,
            "urlkey,strong,weak,part\nc1,1,1,core\nc2,1,1,core\n"
            "c3,1,1,core\nd,2,2,disconnected\ne,2,2,disconnected\ni,3,1,in\n"
            "o,4,1,out\nt,5,1,tube\nx,6,1,tendril\ny,7,1,tendril\n"
            "z,8,1,tendril\n");
  EXPECT_EQ(written.sizes,
            "component,pages,components\nstrong,3,1\nstrong,2,1\nstrong,1,6\n"
            "weak,9,1\nweak,2,1\n");
}

TEST(Components, ALongChainNeedsNoDeepCalls) {
  std::string edges;
  constexpr int kPages = 200'000;
  for (int i = 0; i + 1 < kPages; ++i) {
    edges += std::to_string(i) + '\t' + std::to_string(i + 1) + '\n';
  }
  edges += std::to_string(kPages - 1) + "\t0\n";
  EXPECT_EQ(components_of(GraphOf(edges)).parts.substr(0, 23),
            "part,pages\ncore,200000\n");
}

TEST(Components, OnlyPagesThatCount) {
  const Written written = components_of(GraphOf("a\tn\np\tz\n", {}, "n\tp\n"));
  EXPECT_EQ(written.pages,
            "urlkey,strong,weak,part\na,1,1,core\np,2,1,out\nz,3,1,out\n");
  EXPECT_EQ(components_of(GraphOf("# none\n")).parts,
            "part,pages\ncore,0\nin,0\nout,0\ntube,0\ntendril,0\n"
            "disconnected,0\n");
}

}  // namespace
}  // namespace wax::graph
