#include "graph/export/exports.h"

#include <gtest/gtest.h>

#include "tests/graph/scores_of.h"

namespace wax::graph {
namespace {

// Two sites of one domain, and another domain.
GraphOf three_sites() {
  return GraphOf(
      "com,a)/\tcom,a)/x\thome\ncom,a)/\torg,b)/\tthe b\n"
      "com,a)/x\torg,b)/\n"
      "com,a,en)/\torg,b)/\tb again\norg,b)/\tcom,a)/\n");
}

template <typename Write>
std::string text_of(Write write) {
  std::string text;
  auto output = io::open_memory(text);
  write(*output);
  output->finish();
  return text;
}

TEST(Exports, GroupsAreDomainsOrHosts) {
  EXPECT_EQ(group_of_key("com,a,en:8080)/x", Grouping::kDomain), "a.com");
  EXPECT_EQ(group_of_key("com,a,en)/x", Grouping::kHost), "en.a.com");
  EXPECT_EQ(group_of_key("uk,co,a,www)/", Grouping::kDomain), "a.co.uk");
  EXPECT_EQ(group_of_key("en.a.com/x", Grouping::kDomain), "a.com");
}

TEST(Exports, LinksBetweenGroupsAreAddedUp) {
  GraphOf graph = three_sites();
  GraphReader reader(graph.path());
  std::string domains = text_of([&](io::Output& output) {
    auto writer = make_graph_writer(GraphFormat::kCsv, output);
    GroupGraph groups = make_group_graph(reader, Grouping::kDomain, {});
    write_graph(groups, *writer);
  });
  EXPECT_EQ(domains,
            "source,target,links,first_year,last_year\na.com,b.org,3,,\n"
            "b.org,a.com,1,,\n");
  std::string hosts = text_of([&](io::Output& output) {
    GroupGraph groups = make_group_graph(reader, Grouping::kHost, {});
    write_counts(groups, output);
  });
  EXPECT_EQ(hosts,
            "name,pages,captures,in,out\na.com,2,2,1,2\nen.a.com,1,1,0,1\n"
            "b.org,1,1,3,1\n");
}

TEST(Exports, PagesAndTheirDegrees) {
  GraphOf graph(kSixPages);
  GraphReader reader(graph.path());
  std::string pages = text_of([&](io::Output& output) {
    auto writer = make_graph_writer(GraphFormat::kCsv, output);
    write_page_graph(reader, {}, *writer);
  });
  EXPECT_EQ(pages,
            "source,target,links,first_year,last_year\n1,2,1,,\n1,3,1,,\n"
            "2,3,1,,\n2,6,1,,\n3,1,1,,\n4,3,1,,\n4,5,1,,\n5,1,1,,\n"
            "5,6,1,,\n");
  EXPECT_EQ(text_of([&](io::Output& output) { write_degrees(reader, output); }),
            "direction,links,pages\nin,0,1\nin,1,2\nin,2,2\nin,3,1\n"
            "out,0,1\nout,1,1\nout,2,4\n");
}

// a linked to b in 2001 and to c from 2003 on; b to c in 2002.
TEST(Exports, LinksOfSomeDatesCountWhateverThePolicy) {
  GraphOf graph(
      "com,a)/\torg,b)/\t\t2001\norg,b)/\tnet,c)/\t\t2002\n"
      "com,a)/\tnet,c)/\t\t2003\ncom,a)/\tnet,c)/\t\t2005\n");
  GraphReader reader(graph.path());
  auto domains = [&](uint64_t from, uint64_t to) {
    ExportOptions options;
    if (from != 0) options.range = DateRange{from, to};
    return text_of([&](io::Output& output) {
      auto writer = make_graph_writer(GraphFormat::kCsv, output);
      GroupGraph groups = make_group_graph(reader, Grouping::kDomain, options);
      write_graph(groups, *writer);
    });
  };
  const std::string head = "source,target,links,first_year,last_year\n";
  EXPECT_EQ(domains(0, 0),
            head + "a.com,c.net,1,2003,2005\nb.org,c.net,1,2002,2002\n");
  EXPECT_EQ(domains(20010000000000, 20019999999999),
            head + "a.com,b.org,1,2001,2001\n");
  EXPECT_EQ(domains(20040000000000, 20049999999999),
            head + "a.com,c.net,1,2003,2005\n");
  EXPECT_EQ(domains(20060000000000, 20069999999999), head);
}

TEST(Exports, GroupsWithoutCapturesAndLinksOfSomeDatesAreLeftOut) {
  GraphOf graph(
      "com,a)/\torg,b)/\t\t2001\norg,b)/\tnet,c)/\t\t2002\n"
      "net,c)/\tcom,a)/\t\t2003\n");
  GraphReader reader(graph.path());
  ExportOptions options;
  options.range = DateRange{20030000000000, 20039999999999};
  EXPECT_EQ(text_of([&](io::Output& output) {
              GroupGraph groups =
                  make_group_graph(reader, Grouping::kDomain, options);
              write_counts(groups, output);
            }),
            "name,pages,captures,in,out\na.com,1,0,1,0\nc.net,1,1,0,1\n");
}

TEST(Exports, ListsForColumns) {
  GraphOf graph = three_sites();
  (void)score(graph, "indegree");
  GraphReader reader(graph.path());
  EXPECT_EQ(text_of([&](io::Output& output) {
              write_scores(reader, "indegree", ScoreScale::kAsTheyAre, output);
            }),
            "com,a)/ 1\ncom,a)/x 1\ncom,a,en)/ 0\norg,b)/ 3\n");
  // Their mean is 1.25.
  EXPECT_EQ(text_of([&](io::Output& output) {
              write_scores(reader, "indegree", ScoreScale::kOfMean, output);
            }),
            "com,a)/ 0.8\ncom,a)/x 0.8\ncom,a,en)/ 0\norg,b)/ 2.4\n");
  EXPECT_EQ(text_of([&](io::Output& output) { write_anchors(reader, output); }),
            "com,a)/x home\norg,b)/ the b\norg,b)/ b again\n");
}

TEST(Exports, ScoresThatAreAllZeroHaveNoMean) {
  GraphOf graph("com,a)/\tcom,a)/\n");
  (void)score(graph, "indegree");
  GraphReader reader(graph.path());
  EXPECT_EQ(text_of([&](io::Output& output) {
              write_scores(reader, "indegree", ScoreScale::kOfMean, output);
            }),
            "com,a)/ 0\n");
}

}  // namespace
}  // namespace wax::graph
