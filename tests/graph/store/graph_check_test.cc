#include "graph/store/graph_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "graph/store/meta.h"
#include "io/folder.h"
#include "tests/graph/scores_of.h"

namespace wax::graph {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class Seen final : public ProblemSink {
 public:
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  std::vector<Problem> all;
};

std::vector<Problem> problems_of(const GraphOf& graph) {
  Seen seen;
  uint64_t asked = 0;
  const auto next = [&] {
    ++asked;
    return std::string("; do it again");
  };
  const uint64_t count = check_graph({graph.path()}, "", next, seen);
  EXPECT_EQ(asked, seen.all.size());
  EXPECT_EQ(count, seen.all.size());
  return seen.all;
}

TEST(GraphCheck, AGraphIsWhatItsMetaSays) {
  GraphOf graph(kSixPages);
  EXPECT_TRUE(problems_of(graph).empty());
  (void)score(graph, "pagerank");
  EXPECT_TRUE(problems_of(graph).empty());
  (void)graph.add("7\t8\n");
  EXPECT_TRUE(problems_of(graph).empty());
}

TEST(GraphCheck, AChangedByteOfAnyFileIsNamed) {
  GraphOf graph(kSixPages);
  (void)score(graph, "pagerank");
  size_t files = 0;
  for (const std::string& path : io::entries_of(graph.path())) {
    const std::string name = std::filesystem::path(path).filename().string();
    std::string bytes = tests::read_file(path);
    if (name == "meta.json" || bytes.empty()) continue;
    ++files;
    const std::string before = bytes;
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_text(path, bytes);
    const std::vector<Problem> found = problems_of(graph);
    ASSERT_EQ(found.size(), 1U) << path;
    EXPECT_EQ(found[0].id, "build-damaged");
    EXPECT_EQ(found[0].file, path);
    EXPECT_THAT(found[0].text, EndsWith("; do it again"));
    write_text(path, before);
  }
  EXPECT_EQ(files, 11U);
  EXPECT_TRUE(problems_of(graph).empty());
}

TEST(GraphCheck, FilesThatAreGoneOrTooManyAreNamed) {
  GraphOf graph(kSixPages);
  std::filesystem::rename(graph.path() + "/out", graph.path() + "/other");
  const std::vector<Problem> found = problems_of(graph);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, "build-missing");
  EXPECT_THAT(found[0].file, EndsWith("/out"));
  EXPECT_THAT(found[1].text, HasSubstr("is not listed"));
  std::filesystem::remove(graph.path() + "/meta.json");
  ASSERT_EQ(problems_of(graph).size(), 1U);
}

TEST(GraphCheck, AMetaThatSaysSomethingElseIsNamed) {
  GraphOf graph(kSixPages);
  std::string meta = graph.file("meta.json");
  meta.replace(meta.find("\"dangling\":1"), 12, "\"dangling\":2");
  write_text(graph.path() + "/meta.json", meta);
  const std::vector<Problem> found = problems_of(graph);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "build-differs");
}

}  // namespace
}  // namespace wax::graph
