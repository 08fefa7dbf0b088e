#include "graph/store/counting_links.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

std::string counted(const GraphOf& graph, std::optional<DateRange> range) {
  const GraphReader reader(graph.path());
  CountingLinks links(reader.folder(), reader.state().policy, "");
  links.read_names();
  if (range) links.set_range(*range);
  std::string text;
  links.for_each([&](NodeId from, NodeId to, const Link&) {
    text += reader.key_of(from) + '>' + reader.key_of(to) + ' ';
  });
  return text;
}

TEST(CountingLinks, AreThoseOfThePolicyOrOfARange) {
  const GraphOf graph("a\tb\t\t2001\nb\tc\t\t2002\na\tc\t\t2003\n");
  EXPECT_EQ(counted(graph, std::nullopt), "a>c b>c ");
  EXPECT_EQ(counted(graph, DateRange{0, 20020000000000}), "a>b b>c ");
  EXPECT_EQ(counted(graph, DateRange{20020000000001, 20090000000000}), "a>c ");
}

TEST(CountingLinks, EndAtPagesNotAtTheirNames) {
  const GraphOf graph("a\tn\np\ta\n", {}, "n\tp\nq\ta\n");
  EXPECT_EQ(counted(graph, std::nullopt), "p>a a>p ");
}

TEST(CountingLinks, PagesOfAnotherGraphAreTold) {
  const GraphOf graph("a\tb\n");
  const GraphOf other("a\tb\nb\tc\n");
  for (const char* name : {"pages", "pages.index"}) {
    std::filesystem::copy_file(
        other.path() + '/' + name, graph.path() + '/' + name,
        std::filesystem::copy_options::overwrite_existing);
  }
  EXPECT_THROW(counted(graph, std::nullopt), FormatError);
}

}  // namespace
}  // namespace wax::graph
