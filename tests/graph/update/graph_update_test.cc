#include "graph/update/graph_update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "io/error.h"
#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

std::vector<std::string> random_edges(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (size_t i = 0; i < count; ++i) {
    auto page = [&] { return "p" + std::to_string(random() % 97); };
    std::string line = page() + '\t' + page();
    line += "\ttext" + std::to_string(random() % 3) + '\t' +
            std::to_string(2000 + random() % 9);
    lines.push_back(line + '\n');
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines, size_t begin,
                   size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += lines[i];
  return text;
}

// What is in the files but for the inputs and what depends on them.
std::vector<std::string> files_of(const GraphOf& graph) {
  std::vector<std::string> all;
  for (const char* name : {"pages", "links", "in", "out", "names"}) {
    all.push_back(graph.file(name));
  }
  return all;
}

TEST(GraphUpdate, OneOrSeveralUpdatesInAnyOrderGiveTheSameBytes) {
  std::vector<std::string> lines = random_edges(2000, 1);
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  GraphOf whole(joined(lines, 0, lines.size()));
  std::mt19937 random(2);
  for (int round = 0; round < 3; ++round) {
    // Captures are whole: all links of a page and date are in one update.
    std::vector<std::string> batches(4);
    for (const std::string& line : lines) {
      std::string capture =
          line.substr(0, line.find('\t')) + line.substr(line.rfind('\t'));
      batches[std::hash<std::string>()(capture) % 4] += line;
    }
    std::shuffle(batches.begin(), batches.end(), random);
    GraphOf parts(batches[0]);
    for (size_t i = 1; i < 4; ++i) (void)parts.add(batches[i]);
    EXPECT_EQ(files_of(parts), files_of(whole));
  }
}

TEST(GraphUpdate, ThreadsAndMemoryDoNotChangeIt) {
  std::vector<std::string> lines = random_edges(3000, 3);
  std::string text = joined(lines, 0, lines.size());
  GraphOf usual(text);
  UpdateOptions options;
  options.resources.memory = 1 << 16;
  options.resources.jobs = 1;
  GraphOf small(text, options);
  EXPECT_EQ(files_of(small), files_of(usual));
}

TEST(GraphUpdate, AFailureLeavesTheGraphAsItWas) {
  GraphOf graph(kSixPages);
  std::string meta = graph.file("meta.json");
  UpdateOptions options;
  options.sources.segments = {"/no-such-segment"};
  EXPECT_THROW((void)graph.add("7\t1\n", options), IoError);
  EXPECT_EQ(graph.file("meta.json"), meta);
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(
                        std::filesystem::path(graph.path()).parent_path()),
                    {}),
      3);  // the graph and two lists
}

TEST(GraphUpdate, AFolderThatIsNoGraphStays) {
  tests::TempDir folder;
  folder.write("precious", "");
  tests::Problems problems;
  EXPECT_THROW((void)update_graph(folder.path(), {}, problems), UsageError);
  EXPECT_TRUE(std::filesystem::exists(folder / "precious"));
}

}  // namespace
}  // namespace wax::graph
