#include "graph/store/topology.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

TEST(Topology, KeepsTheLinksOfEachNode) {
  tests::TempDir folder;
  TopologyWriter writer(folder / "in");
  writer.add(3, 0);
  writer.add(3, 299);
  writer.add(70, 5);
  writer.finish(300);
  NodeFile file(folder / "in");
  EXPECT_EQ(file.nodes(), 300U);
  EXPECT_EQ(links_of(file, 3), (std::vector<NodeId>{0, 299}));
  EXPECT_EQ(links_of(file, 70), (std::vector<NodeId>{5}));
  EXPECT_TRUE(links_of(file, 71).empty());
  EXPECT_TRUE(links_of(file, 299).empty());
}

TEST(Topology, ANodeThatIsNotThereIsDamage) {
  tests::TempDir folder;
  TopologyWriter writer(folder / "in");
  writer.add(0, 9);
  writer.finish(2);
  NodeFile file(folder / "in");
  EXPECT_THROW((void)links_of(file, 0), FormatError);
}

TEST(Topology, EndsWithinARecordAreDamage) {
  const uint8_t bytes[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
  uint64_t value;
  for (size_t size = 0; size <= sizeof(bytes); ++size) {
    const uint8_t* at = bytes;
    EXPECT_FALSE(take_id(at, bytes + size, value)) << size;
  }
}

}  // namespace
}  // namespace wax::graph
