#include "graph/export/graph_writer.h"

#include <gtest/gtest.h>

namespace wax::graph {
namespace {

std::string written(GraphFormat format, bool edges) {
  std::string text;
  auto output = io::open_memory(text);
  auto writer = make_graph_writer(format, *output);
  writer->add(ExportedNode{0, "a<b", 3});
  writer->add(ExportedNode{1, "c", 1});
  if (edges)
    writer->add(
        ExportedEdge{0, 1, "a<b", "c,\"d", 7, 20010102030405, 20050000000000});
  writer->finish();
  output->finish();
  return text;
}

TEST(GraphWriter, Csv) {
  EXPECT_EQ(written(GraphFormat::kCsv, true),
            "source,target,links,first_year,last_year\n"
            "a<b,\"c,\"\"d\",7,2001,2005\n");
}

TEST(GraphWriter, AdjacencyHasALineForEachSource) {
  std::string text;
  auto output = io::open_memory(text);
  auto writer = make_graph_writer(GraphFormat::kAdjacency, *output);
  writer->add(ExportedEdge{0, 1, "a", "b"});
  writer->add(ExportedEdge{0, 2, "a", "c,d"});
  writer->add(ExportedEdge{2, 0, "c,d", "a"});
  writer->finish();
  output->finish();
  EXPECT_EQ(text, "a,b,\"c,d\"\n\"c,d\",a\n");
  EXPECT_EQ(written(GraphFormat::kAdjacency, false), "");
}

TEST(GraphWriter, GraphMl) {
  std::string text = written(GraphFormat::kGraphMl, true);
  EXPECT_NE(text.find("<node id=\"0\"><data key=\"label\">a&lt;b</data>"),
            text.npos)
      << text;
  EXPECT_NE(text.find("<edge source=\"0\" target=\"1\"><data key=\"weight\">7"),
            text.npos)
      << text;
  EXPECT_TRUE(text.ends_with("</graph></graphml>\n")) << text;
}

TEST(GraphWriter, Gexf) {
  std::string text = written(GraphFormat::kGexf, true);
  EXPECT_NE(text.find("<node id=\"0\" label=\"a&lt;b\">"), text.npos) << text;
  EXPECT_NE(
      text.find("<edge id=\"0\" source=\"0\" target=\"1\" weight=\"7\">"
                "<attvalues><attvalue for=\"first_year\" value=\"2001\"/>"),
      text.npos)
      << text;
  EXPECT_TRUE(text.ends_with("</edges></graph></gexf>\n")) << text;
  text = written(GraphFormat::kGexf, false);
  EXPECT_TRUE(text.ends_with("</edges></graph></gexf>\n")) << text;
}

}  // namespace
}  // namespace wax::graph
