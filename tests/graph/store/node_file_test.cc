#include "graph/store/node_file.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

void write(const std::string& path, int nodes) {
  NodeFileWriter writer(path);
  for (int i = 0; i < nodes; ++i) {
    writer.begin_node();
    writer.append(std::to_string(i) + ';');
  }
  writer.finish();
}

TEST(NodeFile, FindsEachBlock) {
  tests::TempDir folder;
  write(folder / "f", 130);
  NodeFile file(folder / "f");
  EXPECT_EQ(file.nodes(), 130U);
  EXPECT_EQ(file.blocks(), 3U);
  EXPECT_TRUE(file.block(0).starts_with("0;1;"));
  EXPECT_TRUE(file.block(1).starts_with("64;65;"));
  EXPECT_EQ(file.block(2), "128;129;");
  EXPECT_TRUE(file.bytes(0, 3).ends_with("127;128;129;"));
}

TEST(NodeFile, MayBeEmpty) {
  tests::TempDir folder;
  write(folder / "f", 0);
  NodeFile file(folder / "f");
  EXPECT_EQ(file.nodes(), 0U);
  EXPECT_EQ(file.blocks(), 0U);
}

TEST(NodeFile, RefusesAFileThatIsCut) {
  tests::TempDir folder;
  write(folder / "f", 100);
  std::string data = tests::read_file(folder / "f");
  std::string index = tests::read_file(folder / "f.index");
  folder.write("f", data.substr(1));
  EXPECT_THROW(NodeFile(folder / "f"), FormatError);
  folder.write("f", data);
  for (size_t size = 0; size < index.size(); ++size) {
    folder.write("f.index", index.substr(0, size));
    EXPECT_THROW(NodeFile(folder / "f"), FormatError) << size;
  }
}

}  // namespace
}  // namespace wax::graph
