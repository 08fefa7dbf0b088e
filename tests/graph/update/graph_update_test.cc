#include "graph/update/graph_update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "graph/store/meta.h"
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

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

TEST(GraphUpdate, TiersThatAreMergedGiveTheBytesOfUpdatesWithoutTiers) {
  std::vector<std::string> lines = random_edges(3000, 5);
  for (uint32_t seed = 0; seed < 8; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::string> batches(9);
    for (const std::string& line : lines) {
      const std::string capture =
          line.substr(0, line.find('\t')) + line.substr(line.rfind('\t'));
      batches[std::hash<std::string>()(capture) % batches.size()] += line;
    }
    std::shuffle(batches.begin(), batches.end(), random);
    GraphOf tiers(batches[0]);
    GraphOf plain(batches[0]);
    for (size_t i = 1; i < batches.size(); ++i) {
      UpdateOptions options;
      options.policy = i % 2 == 0 ? "accumulate" : "latest";
      options.frontier = i > 5;
      (void)plain.add(batches[i], options,
                      "p1\tp" + std::to_string(i + 1) + "\n");
      options.as_tier = true;
      (void)tiers.add(batches[i], options,
                      "p1\tp" + std::to_string(i + 1) + "\n");
      EXPECT_FALSE(read_state({tiers.path()}).is_merged);
      // Readers do not always come after each update.
      if (random() % 3 != 0) continue;
      EXPECT_TRUE(merge_tiers(tiers.path(), {}));
      EXPECT_EQ(files_of(tiers), files_of(plain)) << seed << ' ' << i;
      EXPECT_EQ(tiers.file("meta.json"), scan_meta({tiers.path()}, {}));
    }
    (void)merge_tiers(tiers.path(), {});
    EXPECT_FALSE(merge_tiers(tiers.path(), {}));
    EXPECT_EQ(files_of(tiers), files_of(plain)) << seed;
    EXPECT_EQ(tiers.file("meta.json"), scan_meta({tiers.path()}, {}));
    EXPECT_EQ(names_in(tiers.path()), names_in(plain.path()));
  }
}

TEST(GraphUpdate, TiersOfEqualSizeBecomeFew) {
  GraphOf graph(kSixPages);
  UpdateOptions options;
  options.as_tier = true;
  for (int i = 0; i < 32; ++i) {
    const std::string number = std::to_string(100 + i);
    (void)graph.add(number + "\t" + number + "x\n", options);
    EXPECT_LE(read_state({graph.path()}).tiers, 6u);
  }
  EXPECT_TRUE(merge_tiers(graph.path(), {}));
  EXPECT_EQ(graph.in("131x"), "131");
}

TEST(GraphUpdate, AReaderDoesNotPassOverTiers) {
  GraphOf graph(kSixPages);
  UpdateOptions options;
  options.as_tier = true;
  (void)graph.add("7\t1\n", options);
  EXPECT_THROW(GraphReader reader(graph.path()), UsageError);
  EXPECT_TRUE(merge_tiers(graph.path(), {}));
  EXPECT_EQ(graph.in("1"), "3 5 7");
}

TEST(GraphUpdate, AnInputOfATierCountsOnce) {
  GraphOf graph(kSixPages);
  UpdateOptions options;
  options.as_tier = true;
  (void)graph.add("7\t1\n", options);
  EXPECT_EQ(graph.add("7\t1\n", options).passed_over.size(), 1u);
  EXPECT_EQ(read_state({graph.path()}).tiers, 1u);
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
