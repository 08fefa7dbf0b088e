#include "collection/import/capture_batch.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::collection {
namespace {

TEST(CaptureBatch, UsesItsCandidatesAgain) {
  CaptureBatch batch;
  batch.add().content_type = "text/html";
  batch.arena = "block";
  batch.clear_candidates();
  EXPECT_EQ(batch.count, 0U);
  EXPECT_TRUE(batch.arena.empty());
  batch.add();
  EXPECT_EQ(batch.candidates.size(), 1U);
}

TEST(CaptureBatch, IsFullByBytesAndByCaptures) {
  CaptureBatch batch;
  EXPECT_FALSE(batch.is_full());
  batch.arena.assign(1024 * 1024, ' ');
  EXPECT_TRUE(batch.is_full());
  batch.clear_candidates();
  while (batch.count < 512) batch.add();
  EXPECT_TRUE(batch.is_full());
}

TEST(CaptureBatch, ReasonsOfHostileDataAreCountedAsOne) {
  ImportStats stats;
  for (int i = 0; i < 600; ++i) {
    count_skipped(stats, "type x/" + std::to_string(i));
  }
  count_skipped(stats, "type x/0");
  EXPECT_EQ(stats.skipped.size(), 501U);
  EXPECT_EQ(stats.skipped["type x/0"], 2U);
  EXPECT_EQ(stats.skipped["other"], 100U);
}

TEST(ImportedBlock, IsAsNewAfterClear) {
  ImportedBlock block;
  uint64_t empty = block.weight();
  block.printed = {"a line"};
  block.bytes_done = 7;
  count_skipped(block.stats, "dns");
  block.met.report({});
  EXPECT_GT(block.weight(), empty);
  block.clear();
  EXPECT_EQ(block.weight(), empty);
  EXPECT_EQ(block.bytes_done, 0U);
  EXPECT_TRUE(block.stats.skipped.empty());
  EXPECT_TRUE(block.met.all.empty());
}

}  // namespace
}  // namespace wax::collection
