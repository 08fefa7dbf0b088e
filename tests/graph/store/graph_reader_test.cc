#include "graph/store/graph_reader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "graph/store/topology.h"
#include "io/error.h"
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

TEST(GraphReader, FilesAreOfOneGraphWhileOthersTakeItsPlace) {
  // Each update adds a page before all others, so that all numbers change.
  constexpr int kUpdates = 40;
  GraphOf graph("m\tn\n");
  std::atomic<bool> done{false};
  std::jthread writer([&] {
    for (int i = 0; i < kUpdates; ++i) {
      std::string key(static_cast<size_t>(kUpdates - i), 'a');
      (void)graph.add(key + "\tn\n");
    }
    done = true;
  });
  uint64_t opened = 0;
  while (!done) {
    GraphReader reader(graph.path());
    ++opened;
    uint64_t links = reader.state().generation;  // each update adds one
    EXPECT_EQ(reader.nodes(), links + 1);
    EXPECT_EQ(reader.links().nodes(), links + 1);
    EXPECT_EQ(links_of(reader.in(), reader.find("n")->id).size(), links);
    EXPECT_EQ(links_of(reader.out(), reader.find("m")->id).size(), 1U);
  }
  writer.join();
  EXPECT_GT(opened, 0U);
}

TEST(GraphReader, FilesOpenedLaterMustBeOfTheSameGraph) {
  GraphOf graph("m\tn\n");
  GraphReader before(graph.path());
  before.check_place();
  (void)graph.add("a\tn\n");
  EXPECT_THROW(before.check_place(), FormatError);
  EXPECT_EQ(before.find("m")->id, 0U);
  GraphReader after(graph.path());
  EXPECT_EQ(after.find("m")->id, 1U);
}

TEST(GraphReader, ShowsPagesOfWhichRulesShowAllCaptures) {
  UpdateOptions options;
  options.sources.url_key = "surt";
  GraphOf graph(
      "http://a.org/\thttp://b.org/\tsecret\t20070101000000\n"
      "http://c.org/\thttp://b.org/\topen\t20080101000000\n",
      options);
  auto in_b = [&](const std::string& lines) {
    auto rules = std::make_shared<collection::AccessRules>("20260101");
    rules->add_lines(lines, "rules");
    GraphReader reader(graph.path());
    reader.restrict(rules);
    const auto page = reader.find("org,b)/");
    if (!page) return std::string("none");
    std::string text;
    reader.in_links(page->id, true,
                    [&](const std::string& from, const Link& link) {
                      text += from + ' ' + link.anchor + ';';
                    });
    return text;
  };
  EXPECT_EQ(in_b(""), "org,a)/ secret;org,c)/ open;");
  for (const char* rule :
       {"block host a.org", "page http://a.org/", "block all captured 2007"}) {
    EXPECT_EQ(in_b(rule), "org,c)/ open;") << rule;
  }
  EXPECT_EQ(in_b("hide host b.org"), "none");
  GraphReader reader(graph.path());
  auto rules = std::make_shared<collection::AccessRules>("20260101");
  rules->add_lines("block host a.org", "rules");
  reader.restrict(rules);
  EXPECT_FALSE(reader.shows(0));
  EXPECT_TRUE(reader.shows(1));
}

TEST(GraphReader, WhatIsNoGraphIsNamed) {
  tests::TempDir folder;
  EXPECT_THROW(GraphReader(folder / ""), UsageError);
  EXPECT_THROW(GraphReader(folder / "none"), IoError);
  GraphOf graph("m\tn\n");
  std::filesystem::remove(graph.path() + "/in");
  EXPECT_THROW(GraphReader(graph.path()), IoError);
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
